import { ADVICE_SUPERSEDED } from '../postgres/lineage/lineage.ts';
import type { TrackerReports } from '../postgres/lineage/primary-tracker.ts';
import type { Logger } from '../telemetry/logger.ts';

const COMPARED =
  'AEAT is asked about each of its chains, by itself; in none is anything issued or sent before it told that it knows no more (npm run engine -- chains; docs/backup.md)';

/** Logs the findings of a primary tracker, one line each. */
export function reportDatabases(logger: Pick<Logger, 'error'>): TrackerReports {
  return {
    onEarlier: (found) =>
      logger.error(
        found,
        `The database ends before what was seen of it: an earlier copy of it was started. ${COMPARED}`,
      ),
    onReplaced: (found) =>
      logger.error(
        found,
        `The database is another one than the one that was in use: a failover or a restore. It is in use from now on. ${COMPARED}. Stop (fence) the superseded one`,
      ),
    onSuperseded: (found, why) =>
      logger.error(
        found,
        `Nothing is issued or sent here: ${why}. All its chains are closed. ${ADVICE_SUPERSEDED}`,
      ),
  };
}
