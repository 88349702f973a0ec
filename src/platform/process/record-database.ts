import type { Pool } from 'pg';
import { recordIdentity } from '../postgres/lineage/restores.ts';
import type { Logger } from '../telemetry/logger.ts';

/**
 * Stores the identity of the database. If it differs from the stored one, all chains are marked, so
 * that each is compared with AEAT before anything is issued in it, and an error is logged.
 * @throws if the database is unavailable.
 */
export async function recordDatabase(
  { pool, logger }: { readonly pool: Pool; readonly logger: Logger },
  now: Date,
): Promise<void> {
  const marked = await recordIdentity(pool, now);
  if (marked === null) return;
  logger.error(
    { chains: marked },
    'The database has changed: a backup was restored, or it failed over. Workers compare each of its chains with AEAT, and nothing is issued or sent in a chain until then (npm run engine -- chains; docs/backup.md)',
  );
}
