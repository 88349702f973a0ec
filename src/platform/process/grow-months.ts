import type { Pool } from 'pg';
import { todayInMadrid } from '../../domain/reading/madrid-time.ts';
import { isDatabaseUnavailable, isLockTimeout } from '../postgres/failures.ts';
import { beginMonth, makePartitions } from '../postgres/partitions/grow-months.ts';
import type { Logger } from '../telemetry/logger.ts';

/**
 * The time between two checks in milliseconds. About 100,000 ids are left when new partitions are
 * created.
 */
const EVERY_MS = 10_000;

export type GrowMonthsOptions = {
  readonly pool: Pool;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly now: () => Date;
};

/**
 * Creates partitions for future ids in advance and begins each month with ids of its own, until it
 * is disposed of. One process does this for all.
 */
export function startGrowingMonths({ pool, logger, now }: GrowMonthsOptions): AsyncDisposable {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    try {
      if (await makePartitions(pool)) logger.info('Partitions for future ids were created');
      const today = todayInMadrid(now());
      if (await beginMonth(pool, today)) logger.info({ month: today.slice(0, 7) }, 'A month begins');
    } catch (error) {
      // A session that holds a table lock will release it. An unavailable database is reported
      // elsewhere.
      if (!isLockTimeout(error) && !isDatabaseUnavailable(error))
        logger.warn({ err: error }, 'Partitions for future ids could not be created; the process retries');
    }
    if (isStopped) return;
    timer = setTimeout(() => {
      round = look();
    }, EVERY_MS).unref();
  }

  let round = look();
  return {
    async [Symbol.asyncDispose]() {
      isStopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
