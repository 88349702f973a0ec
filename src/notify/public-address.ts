import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Azure's platform address. It is in a public range but answers every machine that runs there. */
const PLATFORM = new Set(['168.63.129.16']);
/**
 * The range of IPv6 that is assigned (2000::/3). All other addresses are local, reserved or mapped
 * to IPv4.
 */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns whether an address belongs to the public internet. These do not: private, shared (CGNAT),
 * loopback, link-local (including cloud metadata), multicast and reserved addresses. IPv6 addresses
 * that embed IPv4 (mapped, NAT64, 6to4, Teredo) are refused as well, because they would bypass the
 * rule.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || PLATFORM.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL);
}
