import { isIPv4, isIPv6 } from 'node:net';

/**
 * All invalid addresses count as one client. Otherwise a client could appear as a new one with
 * every request.
 */
const UNKNOWN = 'unknown';

/**
 * Returns the network by which per-client limits count: the IPv4 address, or the /64 of an IPv6
 * address, since a client can use all addresses of its /64. An IPv4 address in IPv6 notation
 * (`::ffff:192.0.2.1`, as dual-stack sockets report it) counts as the IPv4 address.
 * @param address of a socket, or as a proxy reports it. A port or zone is ignored.
 */
export function clientNetwork(address: string | undefined): string {
  const parts = readAddress(address);
  if (parts === null) return UNKNOWN;
  return parts.length === 4 ? parts.join('.') : `${writeGroups(parts.slice(0, 4))}::/64`;
}

/**
 * Returns the network that one party can easily obtain as a whole, for limits that must not be
 * evaded with many addresses: the /24 of an IPv4 address, which is the smallest routed network, or
 * the /48 of an IPv6 address, which is the largest that a single site is assigned (RFC 6177).
 * @param address as for `clientNetwork`
 */
export function siteNetwork(address: string | undefined): string {
  const parts = readAddress(address);
  if (parts === null) return UNKNOWN;
  return parts.length === 4
    ? `${parts.slice(0, 3).join('.')}.0/24`
    : `${writeGroups(parts.slice(0, 3))}::/48`;
}

/** @returns the four bytes of an IPv4 address, the eight groups of an IPv6 address, or null. */
function readAddress(address: string | undefined): number[] | null {
  const [, bracketed, bare = ''] = /^(?:\[([^\]]*)\](?::\d+)?|([^%]*)(?:%.*)?)$/.exec(address ?? '') ?? [];
  const text = bracketed?.split('%', 1)[0] ?? bare;
  if (isIPv6(text)) return readIPv6(text);
  const withoutPort = text.replace(/:\d+$/, '');
  return isIPv4(withoutPort) ? withoutPort.split('.').map(Number) : null;
}

function readIPv6(address: string): number[] {
  const groups = expand(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]) : groups;
}

function writeGroups(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(':');
}

/** @returns the eight groups of a valid address. */
function expand(address: string): number[] {
  // The URL parser converts an IPv4 tail to groups.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = '', after] = canonical.split('::');
  const [left, right] = [read(before), read(after ?? '')];
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
}

function read(part: string): number[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
}
