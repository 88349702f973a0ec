import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const MAX_LENGTH = 2000;
const PORTS = new Set(['', '443', '8443']);
const ALLOWED = 'WEBHOOKS_ALLOW_PRIVATE is true';
/** Names that mean this machine or this network, whatever answers for them. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)\.?$/;

/**
 * What is wrong with the address of an endpoint, in words to be read after it; null where it may be sent to. Where its name leads is asked at each
 * connection (open-agent.ts).
 * @param allowsPrivate by WEBHOOKS_ALLOW_PRIVATE.
 */
export function findUrlFault(text: string, allowsPrivate: boolean): string | null {
  if (text.length > MAX_LENGTH) return `has more than ${MAX_LENGTH} characters`;
  if (!URL.canParse(text)) return 'is no address';
  const { protocol, username, password, port, hash, hostname } = new URL(text);
  if (username !== '' || password !== '')
    return 'must have no user or password: the signature proves who sends';
  if (hash !== '') return 'must have no fragment (#): it is never sent';
  if (protocol === 'http:' && !allowsPrivate)
    return `must begin with https://; http:// is for receivers inside your own network, where ${ALLOWED}`;
  if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with https://';
  if (allowsPrivate) return null;
  if (!PORTS.has(port)) return `must have the port 443 or 8443, unless ${ALLOWED}`;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0)
    return isPublicAddress(host)
      ? null
      : `leads to a private or local address, which is refused unless ${ALLOWED}`;
  return LOCAL_NAME.test(host) || !host.includes('.')
    ? `leads to a private or local name, which is refused unless ${ALLOWED}`
    : null;
}
