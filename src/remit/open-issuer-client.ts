import { CertificateError } from 'verifactu-protocol/client/certificate';
import { type AeatClient, openAeatClient } from 'verifactu-protocol/client/open-aeat-client';
import type { Orm } from '../platform/postgres/open-database.ts';
import { CertificateUnusable, type Unsealed, unsealCertificate } from './certificates.ts';

/** How to reach AEAT. */
export type AeatSettings = {
  readonly url: string;
  /** Address for seal certificates. Default: the same as `url`. */
  readonly sealUrl?: string;
  /** Time limit for one whole message, in ms. */
  readonly timeoutMs: number;
  /** AEAT_MAX_WAIT_SECONDS: the longest wait between two messages that is applied. */
  readonly maxWaitSeconds: number;
  /** The values of CERTIFICATE_KEY and CERTIFICATE_KEY_PREVIOUS that are set. */
  readonly certificateKeys: readonly Uint8Array[];
  /**
   * PEM of an authority that is trusted in addition to the default ones, for example that of a
   * stand-in.
   */
  readonly certificateAuthority?: string;
};

/**
 * Opens a client that presents the issuer's certificate, if there is one. The client serves one
 * attempt and is closed after it, which keeps no key in memory.
 * @param now the time at which the certificate must be valid.
 * @returns the client, or the reason why the certificate cannot be used or none is valid.
 */
export async function openIssuerClient(
  orm: Orm,
  settings: AeatSettings,
  organizationId: number,
  issuerNif: string,
  now: Date,
): Promise<AeatClient | string> {
  const opened = await openWithCertificate(orm, settings, organizationId, issuerNif, now);
  return typeof opened === 'string' ? opened : opened.client;
}

/**
 * Opens a client as `openIssuerClient` does.
 * @returns the client with the certificate that it presents, null if there is none.
 */
export async function openWithCertificate(
  orm: Orm,
  { url, sealUrl = url, timeoutMs, certificateKeys, certificateAuthority }: AeatSettings,
  organizationId: number,
  issuerNif: string,
  now: Date,
): Promise<{ readonly client: AeatClient; readonly certificate: Unsealed | null } | string> {
  try {
    const certificate = await unsealCertificate(
      orm.em.fork(),
      certificateKeys,
      organizationId,
      issuerNif,
      now,
    );
    const client = openAeatClient({
      url: certificate?.isSeal ? sealUrl : url,
      timeoutMs,
      userAgent: 'invoice-batch-engine',
      ...(certificate === null ? {} : { certificate }),
      ...(certificateAuthority === undefined ? {} : { certificateAuthority }),
    });
    return { client, certificate };
  } catch (error) {
    if (error instanceof CertificateError || error instanceof CertificateUnusable) return error.message;
    throw error;
  }
}
