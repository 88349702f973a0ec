import { CertificateError } from 'verifactu-protocol/client/certificate';
import { type AeatClient, openAeatClient } from 'verifactu-protocol/client/open-aeat-client';
import { CENSUS_PATH } from '../domain/census/messages.ts';
import type { Orm } from '../platform/postgres/open-database.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import { CertificateUnusable, listUsable } from './certificates.ts';
import type { AeatSettings } from './open-issuer-client.ts';

/** A client of the census service, and the name of the certificate that it presents. */
export type CensusClient = AsyncDisposable & {
  readonly client: AeatClient;
  readonly certificate: string;
};

/** Time limit for one message, which may contain thousands of taxpayers. */
const TIMEOUT_MS = 30_000;

/**
 * Opens a client of the census service on the host of AEAT_URL, or of AEAT_SEAL_URL for a seal. It
 * presents a certificate of the organization, of whatever issuer: AEAT accepts any. A test
 * installation therefore never asks AEAT's real census.
 * @returns null if none of the certificates can be used now, which is logged.
 */
export async function openCensusClient(
  {
    orm,
    logger,
    aeat,
    now,
  }: {
    readonly orm: Orm;
    readonly logger: Logger;
    readonly aeat: AeatSettings;
    readonly now: () => Date;
  },
  organizationId: number,
): Promise<CensusClient | null> {
  const { url, sealUrl = url, certificateKeys, certificateAuthority } = aeat;
  try {
    const usable = await listUsable(orm.em.fork(), certificateKeys, organizationId, null, now());
    const chosen = usable?.[0];
    const certificate = chosen?.open();
    const client = openAeatClient({
      url: new URL(CENSUS_PATH, certificate?.isSeal ? sealUrl : url).href,
      timeoutMs: Math.min(TIMEOUT_MS, aeat.timeoutMs),
      userAgent: 'invoice-batch-engine',
      ...(certificate === undefined ? {} : { certificate }),
      ...(certificateAuthority === undefined ? {} : { certificateAuthority }),
    });
    return {
      client,
      certificate: chosen === undefined ? `none of ${organizationId}` : `${chosen.id}`,
      [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
    };
  } catch (error) {
    if (!(error instanceof CertificateError || error instanceof CertificateUnusable)) throw error;
    logger.warn({ organizationId, err: error }, "AEAT's census cannot be asked without a certificate");
    return null;
  }
}
