import { ADVICE_SUPERSEDED } from '../postgres/lineage/lineage.ts';
import type { TrackerReports } from '../postgres/lineage/primary-tracker.ts';
import type { Logger } from '../telemetry/logger.ts';

const COMPARED =
  'Workers compare each of its chains with AEAT, and nothing is issued or sent in a chain until then (npm run engine -- chains; docs/backup.md)';

/** Logs the findings of a primary tracker, one line each. */
export function reportDatabases(logger: Pick<Logger, 'error'>): TrackerReports {
  return {
    onEarlier: (found) =>
      logger.error(
        found,
        `The database is older than before: an earlier copy of it was started. ${COMPARED}`,
      ),
    onReplaced: (found) =>
      logger.error(
        found,
        `Another database is active from now on, after a failover or a restore. ${COMPARED}. Stop (fence) the superseded one`,
      ),
    onSuperseded: (found, why) =>
      logger.error(
        found,
        `Nothing is issued or sent here: ${why}. All its chains are closed. ${ADVICE_SUPERSEDED}`,
      ),
  };
}
