import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const MAX_LENGTH = 2000;
const PORTS = new Set(['', '443', '8443']);
const ALLOWED = 'WEBHOOKS_ALLOW_PRIVATE is true';
/** Names that denote this machine or a local network, whatever DNS returns for them. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)\.?$/;

/**
 * Finds the fault in the URL of an endpoint. The addresses of its host name are checked at each connection
 * (open-agent.ts).
 * @param allowsPrivate the setting WEBHOOKS_ALLOW_PRIVATE.
 * @returns a text to be read after the URL; null if there is no fault.
 */
export function findUrlFault(text: string, allowsPrivate: boolean): string | null {
  if (text.length > MAX_LENGTH) return `has more than ${MAX_LENGTH} characters`;
  if (!URL.canParse(text)) return 'is not a valid URL';
  const { protocol, username, password, port, hash, hostname } = new URL(text);
  if (username !== '' || password !== '')
    return 'must not contain a user or password: receivers verify the signature instead';
  if (hash !== '') return 'must not contain a fragment (#), which is never sent';
  if (protocol === 'http:' && !allowsPrivate)
    return `must begin with https://; http:// is only for receivers inside your own network and requires that ${ALLOWED}`;
  if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with https://';
  if (allowsPrivate) return null;
  if (!PORTS.has(port)) return `must use port 443 or 8443, unless ${ALLOWED}`;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0)
    return isPublicAddress(host)
      ? null
      : `points to a private or local address, which is refused unless ${ALLOWED}`;
  return LOCAL_NAME.test(host) || !host.includes('.')
    ? `points to a private or local name, which is refused unless ${ALLOWED}`
    : null;
}
