import { listOwners } from '../domain/registration/choose-certificate.ts';
import { listCertificates } from '../remit/statements/certificates.ts';
import type { EntityManager } from '../platform/postgres/open-database.ts';
import type { Logger } from '../platform/telemetry/logger.ts';

/**
 * Returns the earliest expiry of the certificates in use, or of expired ones without a successor,
 * in milliseconds since 1970. Returns 0 if there are none.
 */
export async function findFirstEnd(em: EntityManager, now: Date): Promise<number> {
  const owners = listOwners(await listCertificates(em, null), now);
  const ends = owners.flatMap(({ watched }) => (watched === null ? [] : [watched.notAfter]));
  return ends.reduce((first, end) => Math.min(first, end), ends[0] ?? 0);
}

const DAY_MS = 24 * 3600 * 1000;
/**
 * Days before the expiry at which warnings start, because an issuer needs some days to get a new
 * certificate.
 */
const WARN_DAYS = 30;

/**
 * Logs a warning for each certificate in use that expires within 30 days or has expired, and names
 * its successor.
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
