import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Public by its range, and answers to whoever runs there: Azure's platform address. */
const PLATFORM = new Set(['168.63.129.16']);
/** What is given out of IPv6 (2000::/3). Everything else is local, reserved, or leads into IPv4. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is one of the public internet. Not: private, shared (CGNAT), loopback, link-local (metadata of clouds), multicast, reserved, and
 * IPv6 that wraps IPv4 in any way (mapped, NAT64, 6to4, Teredo), which would lead around the rule.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || PLATFORM.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL);
}
