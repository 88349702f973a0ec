import { isIPv4, isIPv6 } from 'node:net';

/** What is no address is nobody's in particular: all of it counts as one client, or whoever sends it would be a new one each time. */
const UNKNOWN = 'unknown';

/**
 * The network that a client has for itself, which limits per client count by: its IPv4 address, of IPv6 the /64, whose addresses it may use as it likes. An
 * IPv4 address that is written as an IPv6 one (`::ffff:192.0.2.1`, as a socket for both has it) is the IPv4 address.
 * @param address of a socket, or what a proxy tells of one; with a port or a zone, these do not count.
 */
export function clientNetwork(address: string | undefined): string {
  const [, bracketed, bare = ''] = /^(?:\[([^\]]*)\](?::\d+)?|([^%]*)(?:%.*)?)$/.exec(address ?? '') ?? [];
  const text = bracketed?.split('%', 1)[0] ?? bare;
  if (isIPv6(text)) return networkOfIPv6(text);
  const withoutPort = text.replace(/:\d+$/, '');
  return isIPv4(withoutPort) ? withoutPort : UNKNOWN;
}

function networkOfIPv6(address: string): string {
  const groups = expand(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped)
    return `${groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')}::/64`;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
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
