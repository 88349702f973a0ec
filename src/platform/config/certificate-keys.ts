import type { Environment } from './environment.ts';

/** The keys that may have sealed a certificate, the one that seals now first; none where they are not set. */
export function readCertificateKeys({
  CERTIFICATE_KEY: current,
  CERTIFICATE_KEY_PREVIOUS: previous,
}: Pick<Environment, 'CERTIFICATE_KEY' | 'CERTIFICATE_KEY_PREVIOUS'>): Buffer[] {
  return [current, previous].flatMap((key) => (key === undefined ? [] : [Buffer.from(key, 'base64')]));
}
