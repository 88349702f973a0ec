import { CertificateError } from './aeat/certificate.ts';
import { type AeatClient, openAeatClient } from './aeat/open-aeat-client.ts';
import type { Orm } from '../platform/postgres/open-database.ts';
import { CertificateUnusable, unsealCertificate } from './certificates.ts';

/** Where and how AEAT is reached. */
export type AeatSettings = {
  readonly url: string;
  /** Where certificates of seal are shown; default: the same. */
  readonly sealUrl?: string;
  /** For one message as a whole. */
  readonly timeoutMs: number;
  /** AEAT_MAX_WAIT_SECONDS: the longest wait between two messages that is kept. */
  readonly maxWaitSeconds: number;
  /** CERTIFICATE_KEY and CERTIFICATE_KEY_PREVIOUS, those of them that are set. */
  readonly certificateKeys: readonly Uint8Array[];
  /** PEM of an authority that is believed beside the usual ones, as for a stand-in. */
  readonly certificateAuthority?: string;
};

/**
 * Opens a client that shows the issuer's certificate, where there is one. Made for one try and closed after it: no key stays in memory.
 * @param now decides which certificate that is.
 * @returns what is wrong with the certificate where it cannot be used, or that none of them is valid.
 */
export async function openIssuerClient(
  orm: Orm,
  { url, sealUrl = url, timeoutMs, certificateKeys, certificateAuthority }: AeatSettings,
  organizationId: number,
  issuerNif: string,
  now: Date,
): Promise<AeatClient | string> {
  try {
    const certificate = await unsealCertificate(
      orm.em.fork(),
      certificateKeys,
      organizationId,
      issuerNif,
      now,
    );
    return openAeatClient({
      url: certificate?.isSeal ? sealUrl : url,
      timeoutMs,
      ...(certificate === null ? {} : { certificate }),
      ...(certificateAuthority === undefined ? {} : { certificateAuthority }),
    });
  } catch (error) {
    if (error instanceof CertificateError || error instanceof CertificateUnusable) return error.message;
    throw error;
  }
}
