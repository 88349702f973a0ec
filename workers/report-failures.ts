import { type Job, UnrecoverableError } from 'bullmq';
import { isDatabaseUnavailable, isDiskFull } from '../src/platform/postgres/failures.ts';
import type { Logger } from '../src/platform/telemetry/logger.ts';

/** How often it is told that jobs wait for the database: an outage is one thing, however many jobs meet it. */
const AGAIN_MS = 10_000;
const AGAIN = 'jobs are tried again by themselves';

/**
 * Tells of a queue's jobs that failed. A database that is away, full or too slow is told once in a while; a job that has come to its end, a halted chain for example,
 * in its words; anything else is a fault of ours, with its stack.
 */
export function createFailureReport(queue: string, logger: Pick<Logger, 'warn' | 'error'>) {
  let toldAt = Number.NEGATIVE_INFINITY;
  let jobs = 0;
  return (job: Job | undefined, error: Error): void => {
    if (isDatabaseUnavailable(error)) {
      jobs += 1;
      if (performance.now() - toldAt < AGAIN_MS) return;
      const about = { queue, jobs, why: error.message };
      if (isDiskFull(error)) logger.error(about, `The disk of PostgreSQL is full: ${AGAIN}`);
      else logger.warn(about, `The database cannot do it now: ${AGAIN}`);
      toldAt = performance.now();
      jobs = 0;
      return;
    }
    const about = { queue, job: job?.name, data: job?.data as unknown, attempt: job?.attemptsMade };
    if (error instanceof UnrecoverableError)
      logger.error({ ...about, why: error.message }, 'Job ended without success');
    else logger.error({ err: error, ...about }, 'Job failed');
  };
}
