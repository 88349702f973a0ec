import { type Job, UnrecoverableError } from 'bullmq';
import {
  isCanceled,
  isDatabaseUnavailable,
  isDiskFull,
  isLockTimeout,
} from '../src/platform/postgres/failures.ts';
import type { Logger } from '../src/platform/telemetry/logger.ts';

/**
 * Minimum interval between two log lines about an unavailable database: an outage is one event,
 * however many jobs it affects.
 */
const AGAIN_MS = 10_000;
const AGAIN = 'jobs are retried automatically';

/**
 * Creates a function that logs the failed jobs of a queue. An unavailable, full or too slow
 * database is logged at most every ten seconds. A job that has failed permanently, for example for
 * a halted chain, is logged with its message. Anything else is a defect and is logged with its
 * stack.
 */
export function createFailureReport(queue: string, logger: Pick<Logger, 'warn' | 'error'>) {
  let toldAt = Number.NEGATIVE_INFINITY;
  let jobs = 0;
  return (job: Job | undefined, error: Error): void => {
    if (isDatabaseUnavailable(error)) {
      jobs += 1;
      if (performance.now() - toldAt < AGAIN_MS) return;
      const about = { queue, jobs, why: error.message };
      const last = { ...about, job: job?.name, data: job?.data as unknown, attempt: job?.attemptsMade };
      if (isDiskFull(error)) logger.error(about, `The disk of PostgreSQL is full: ${AGAIN}`);
      else if (isCanceled(error))
        logger.error(last, `A statement was canceled at the time limit of the database: ${AGAIN}`);
      else if (isLockTimeout(error))
        logger.warn(last, `A lock in the database was not available in time: ${AGAIN}`);
      else logger.warn(about, `The database is not available: ${AGAIN}`);
      toldAt = performance.now();
      jobs = 0;
      return;
    }
    const about = { queue, job: job?.name, data: job?.data as unknown, attempt: job?.attemptsMade };
    if (error instanceof UnrecoverableError)
      logger.error({ ...about, why: error.message }, 'A job failed permanently');
    else logger.error({ err: error, ...about }, 'Job failed');
  };
}
