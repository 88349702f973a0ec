import { isIPv4, isIPv6 } from 'node:net';

/** What is no address is nobody's in particular: all of it counts as one client, or whoever sends it would be a new one each time. */
const UNKNOWN = 'unknown';

/**
 * The network that a client has for itself, which limits per client count by: its IPv4 address, of IPv6 the /64, whose addresses it may use as it likes. An
 * IPv4 address that is written as an IPv6 one (`::ffff:192.0.2.1`, as a socket for both has it) is the IPv4 address.
 * @param address of a socket, or what a proxy tells of one; with a port or a zone, these do not count.
 */
export function clientNetwork(address: string | undefined): string {
  const parts = readAddress(address);
  if (parts === null) return UNKNOWN;
  return parts.length === 4 ? parts.join('.') : `${writeGroups(parts.slice(0, 4))}::/64`;
}

/**
 * The network that one party easily gets as a whole, for limits that many addresses of one party must not get around: of IPv4 the /24, the smallest that is
 * routed, of IPv6 the /48, the largest that a single site is given (RFC 6177).
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

/** @returns the eight groups of an address that is right. */
function expand(address: string): number[] {
  // The parser of URLs writes an IPv4 tail as groups.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = '', after] = canonical.split('::');
  const [left, right] = [read(before), read(after ?? '')];
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
}

function read(part: string): number[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
}
