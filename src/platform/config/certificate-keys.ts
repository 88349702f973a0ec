import type { Environment } from './environment.ts';

/**
 * Returns the keys that may have sealed a certificate, the current key first. The list is empty if
 * none is set.
 */
export function readCertificateKeys({
  CERTIFICATE_KEY: current,
  CERTIFICATE_KEY_PREVIOUS: previous,
}: Pick<Environment, 'CERTIFICATE_KEY' | 'CERTIFICATE_KEY_PREVIOUS'>): Buffer[] {
  return [current, previous].flatMap((key) => (key === undefined ? [] : [Buffer.from(key, 'base64')]));
}
