import { readCertificateKeys } from './certificate-keys.ts';
import type { Environment } from './environment.ts';

/**
 * Reads the settings with which AEAT is reached, for sending records and for querying its register.
 */
export function readAeatSettings(environment: Environment) {
  const { AEAT_URL: url, AEAT_SEAL_URL: sealUrl = url, AEAT_TIMEOUT_SECONDS: seconds } = environment;
  return {
    url,
    sealUrl,
    timeoutMs: seconds * 1000,
    maxWaitSeconds: environment.AEAT_MAX_WAIT_SECONDS,
    certificateKeys: readCertificateKeys(environment),
  };
}
