import type { Pool } from 'pg';
import { todayInMadrid } from '../../domain/reading/madrid-time.ts';
import { isDatabaseUnavailable, isLockTimeout } from '../postgres/failures.ts';
import { beginMonth, makePartitions } from '../postgres/partitions/grow-months.ts';
import type { Logger } from '../telemetry/logger.ts';

/** There is room for some 100,000 ids when one begins to make more. */
const EVERY_MS = 10_000;

export type GrowMonthsOptions = {
  readonly pool: Pool;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly now: () => Date;
};

/** Makes room ahead for what comes, and begins each month with ids of its own, until it is disposed of. Whoever comes first does it for all. */
export function startGrowingMonths({ pool, logger, now }: GrowMonthsOptions): AsyncDisposable {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    try {
      if (await makePartitions(pool)) logger.info('Partitions were made for ids to come');
      const today = todayInMadrid(now());
      if (await beginMonth(pool, today)) logger.info({ month: today.slice(0, 7) }, 'A month begins');
    } catch (error) {
      // Whoever holds a table now lets go of it; that the database is away is told elsewhere.
      if (!isLockTimeout(error) && !isDatabaseUnavailable(error))
        logger.warn({ err: error }, 'No partitions can be made for ids to come; it is tried again');
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
