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
  /** Shown by it now; null where none of them is valid. */
  readonly inUse: T | null;
  /** What people must hear of: the one in use, or where none is the last one that was. null where none was ever valid. */
  readonly watched: T | null;
  /** The one whose time begins next. */
  readonly next: T | null;
};

/** Tells for each owner which of its certificates AEAT is shown now. */
export function listOwners<T extends Owned>(certificates: readonly T[], now: Date): Owner<T>[] {
  const time = now.getTime();
  const owners = Map.groupBy(certificates, (each) => `${each.organizationId} ${each.issuerNif}`);
  return [...owners.values()].map((own) => {
    const inUse = chooseCertificate(own, time);
    return { inUse, watched: inUse ?? findLast(own, time), next: findNext(own, time) };
  });
}

/** When the first of the certificates in use ends, or has ended where none took its place: milliseconds since 1970, 0 where there is none. */
export async function findFirstEnd(em: EntityManager, now: Date): Promise<number> {
  const owners = listOwners(await listCertificates(em, null), now);
  const ends = owners.flatMap(({ watched }) => (watched === null ? [] : [watched.notAfter]));
  return ends.reduce((first, end) => Math.min(first, end), ends[0] ?? 0);
}

const DAY_MS = 24 * 3600 * 1000;
/** A new certificate takes an issuer some days to get. */
const WARN_DAYS = 30;

/** Warns of the certificates in use that end soon, or have ended, and tells which one follows. */
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
      'A certificate for AEAT ends soon',
    );
  }
}
