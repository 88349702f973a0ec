import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';
import type { Text } from '../contracts/messages/texts.ts';

const MAX_LENGTH = 2000;
const PORTS = new Set(['', '443', '8443']);
const ALLOWED = formatMessage('private_webhooks_allowed');
/** Names that denote this machine or a local network, whatever DNS returns for them. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)\.?$/;

/**
 * Finds the fault in the URL of an endpoint. The addresses of its host name are checked at each
 * connection (open-agent.ts).
 * @param allowsPrivate the setting WEBHOOKS_ALLOW_PRIVATE.
 * @returns a text to be read after the URL; null if there is no fault.
 */
export function findUrlFault(text: string, allowsPrivate: boolean): Text | null {
  if (text.length > MAX_LENGTH) return formatMessage('url_long', { most: MAX_LENGTH });
  if (!URL.canParse(text)) return formatMessage('url_not_valid');
  const { protocol, username, password, port, hash, hostname } = new URL(text);
  if (username !== '' || password !== '') return formatMessage('url_with_credentials');
  if (hash !== '') return formatMessage('url_with_fragment');
  if (protocol === 'http:' && !allowsPrivate)
    return formatMessage('url_not_https_outside', { setting: ALLOWED });
  if (protocol !== 'https:' && protocol !== 'http:') return formatMessage('url_not_https');
  if (allowsPrivate) return null;
  if (!PORTS.has(port)) return formatMessage('url_port', { setting: ALLOWED });
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0)
    return isPublicAddress(host) ? null : formatMessage('url_private_address', { setting: ALLOWED });
  return LOCAL_NAME.test(host) || !host.includes('.')
    ? formatMessage('url_private_name', { setting: ALLOWED })
    : null;
}
