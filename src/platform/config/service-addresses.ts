import { isIP } from 'node:net';
import { findCommonFault, readAddress } from './address-faults.ts';

const HOST_LABEL = /^[a-z0-9_][a-z0-9_-]{0,62}$/i;
/** `1.2.3` is no name, but a shortened address. */
const NUMBER_ALONE = /^\d+$/;

/** An address of a web service. */
export function findWebFault(text: string): string | undefined {
  const url = readAddress(text, ['http:', 'https:']);
  // `URL` would take the path of `https:///path` for the host.
  if (url === null || /:\/\/[/\\]/.test(text)) return 'must be an address like https://host/path';
  if (url.username !== '' || url.password !== '') return 'must carry no user or password';
  return findCommonFault(url);
}

/** An address or a name that a server can listen on. */
export function findHostFault(text: string): string | undefined {
  const labels = text.split('.');
  const isName = labels.every((label) => HOST_LABEL.test(label)) && !NUMBER_ALONE.test(labels.at(-1)!);
  // Multicast and broadcast: nobody could connect.
  if (isIP(text) === 4 && Number(text.split('.', 1)[0]) >= 224)
    return 'must be an address that one host can have';
  if (isIP(text) !== 0 || isName) return undefined;
  return 'must be an IP address (IPv6 without brackets) or the name of this host';
}
