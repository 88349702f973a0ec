import { loadEnvironment } from '../../src/platform/config/environment.ts';
import { readCertificateKeys } from '../../src/platform/config/certificate-keys.ts';
import { UsageError } from './command-context.ts';

/** The key that seals now, and others that may have sealed. @throws UsageError where there is none. @param what is stored sealed. */
export function readSealingKeys(what: string): [Buffer, ...Buffer[]] {
  const [key, ...previous] = readCertificateKeys(loadEnvironment(process.env));
  if (key === undefined) {
    throw new UsageError(
      `CERTIFICATE_KEY must be set: ${what} are stored sealed (\`openssl rand -base64 32\`)`,
    );
  }
  return [key, ...previous];
}
