import {
  chooseCertificate,
  findLast,
  findNext,
  type Validity,
} from '../domain/verifactu/choose-certificate.ts';
import { type CertificateSummary, listCertificates } from '../submit/statements/certificates.ts';
import type { EntityManager } from '../platform/postgres/open-database.ts';
import type { Logger } from '../platform/telemetry/logger.ts';

type Owned = Validity & Pick<CertificateSummary, 'organizationId'>;

/** The certificates of one owner: an issuer of an organization, or all of its issuers. */
type Owner<T> = {
  /** Certificate that is used now; null if none is valid. */
  readonly inUse: T | null;
  /**
   * Certificate whose expiry is reported: the one in use, otherwise the last one that was valid; null if none
   * was ever valid.
   */
  readonly watched: T | null;
  /** Certificate that becomes valid next. */
  readonly next: T | null;
};

/** Determines for each owner which of its certificates is presented to AEAT now. */
export function listOwners<T extends Owned>(certificates: readonly T[], now: Date): Owner<T>[] {
  const time = now.getTime();
  const owners = Map.groupBy(certificates, (each) => `${each.organizationId} ${each.issuerNif}`);
  return [...owners.values()].map((own) => {
    const inUse = chooseCertificate(own, time);
    return { inUse, watched: inUse ?? findLast(own, time), next: findNext(own, time) };
  });
}

/**
 * Returns the earliest expiry of the certificates in use, or of expired ones without a successor, in
 * milliseconds since 1970. Returns 0 if there are none.
 */
export async function findFirstEnd(em: EntityManager, now: Date): Promise<number> {
  const owners = listOwners(await listCertificates(em, null), now);
  const ends = owners.flatMap(({ watched }) => (watched === null ? [] : [watched.notAfter]));
  return ends.reduce((first, end) => Math.min(first, end), ends[0] ?? 0);
}

const DAY_MS = 24 * 3600 * 1000;
/**
 * Days before the expiry at which warnings start, because an issuer needs some days to get a new certificate.
 */
const WARN_DAYS = 30;

/**
 * Logs a warning for each certificate in use that expires within 30 days or has expired, and names its
 * successor.
 */
export async function warnOfCertificates(em: EntityManager, logger: Logger, now: Date): Promise<void> {
  for (const { watched, next } of listOwners(await listCertificates(em, null), now)) {
    if (watched === null) continue;
    const { id, organizationId, notAfter } = watched;
    const daysLeft = Math.floor((notAfter - now.getTime()) / DAY_MS);
    if (daysLeft >= WARN_DAYS) continue;
    const follows =
      next === null ? {} : { nextId: next.id, nextFrom: new Date(next.notBefore).toISOString() };
    logger.warn(
      { certificateId: id, organizationId, daysLeft, ...follows },
      'A certificate for AEAT expires soon',
    );
  }
}
