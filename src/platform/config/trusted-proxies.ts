import { isIP } from 'node:net';

/** The ranges that proxy-addr knows by name. */
const NAMED = ['loopback', 'linklocal', 'uniquelocal'];
const LENGTH = /^(?:0|[1-9]\d{0,2})$/;

/**
 * Finds the fault in a list of proxies, to be read after the variable's name, or undefined. A range
 * of all addresses is refused: every client could then claim any address, and use up the rate
 * limits of others.
 */
export function findProxiesFault(text: string): string | undefined {
  if (text === '') return undefined;
  const faults = text.split(',').map(findProxyFault);
  const at = faults.findIndex((fault) => fault !== undefined);
  return at === -1
    ? undefined
    : `must be addresses or CIDR ranges separated by commas: entry ${at + 1} ${faults[at]}`;
}

function findProxyFault(entry: string): string | undefined {
  if (entry === '') return 'is empty';
  if (entry !== entry.trim()) return 'has a blank at an end';
  if (NAMED.includes(entry)) return undefined;
  const [address = '', length, ...more] = entry.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0 || more.length > 0) return 'is neither an IP address nor a range of addresses';
  if (length === undefined) return undefined;
  if (!LENGTH.test(length) || Number(length) > (version === 4 ? 32 : 128)) {
    return `has no prefix length from 1 to ${version === 4 ? 32 : 128}`;
  }
  // Two halves of the address space together cover it, and so does the range of mapped IPv4
  // addresses.
  const isMapped = version === 6 && /^::ffff:/i.test(address);
  const shortest = version === 4 ? 8 : isMapped ? 104 : 16;
  return Number(length) < shortest
    ? `is too wide: the prefix length must be at least ${shortest}`
    : undefined;
}
