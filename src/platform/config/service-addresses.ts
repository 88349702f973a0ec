import { isIP } from 'node:net';
import { findCommonFault, readAddress } from './address-faults.ts';

const HOST_LABEL = /^[a-z0-9_][a-z0-9_-]{0,62}$/i;
/** `1.2.3` is a shortened address, not a name. */
const NUMBER_ALONE = /^\d+$/;

/** Checks the address of a web service. */
export function findWebFault(text: string): string | undefined {
  const url = readAddress(text, ['http:', 'https:']);
  // `URL` would take the path of `https:///path` as the host.
  if (url === null || /:\/\/[/\\]/.test(text)) return 'must be an address like https://host/path';
  if (url.username !== '' || url.password !== '') return 'must not contain a user or password';
  return findCommonFault(url);
}

/** Checks an address or name on which a server can listen. */
export function findHostFault(text: string): string | undefined {
  const labels = text.split('.');
  const isName = labels.every((label) => HOST_LABEL.test(label)) && !NUMBER_ALONE.test(labels.at(-1)!);
  // No client can connect to a multicast or broadcast address.
  if (isIP(text) === 4 && Number(text.split('.', 1)[0]) >= 224) return 'must be the address of one host';
  if (isIP(text) !== 0 || isName) return undefined;
  return 'must be an IP address (IPv6 without brackets) or the name of this host';
}
