import type { Database } from '../src/platform/postgres/open-database.ts';
import { measureSessions, measureWork } from '../src/monitor/measure-work.ts';
import { JOBS } from '../src/platform/jobs/catalog.ts';
import { listFailingJobs } from '../src/platform/jobs/failing-jobs.ts';
import type { JobQueues } from '../src/platform/jobs/job-queues.ts';
import { recordWork } from '../src/platform/jobs/work-samples.ts';
import type { Logger } from '../src/platform/telemetry/logger.ts';
import type { WorkMetrics } from '../src/monitor/work-metrics.ts';

/**
 * Measurements older than a minute are no longer reported, because an alert on them would concern
 * the past. Both values in milliseconds.
 */
const TIMES = { everyMs: 15_000, toldForMs: 60_000 };

export type MeasuringOptions = {
  readonly database: Pick<Database, 'pool' | 'orm'>;
  readonly metrics: WorkMetrics;
  readonly jobQueues: Pick<JobQueues, 'connection' | 'prefix'>;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Overrides TIMES. */
  readonly times?: { readonly everyMs: number; readonly toldForMs: number };
};

/**
 * Measures the pending work in the database every 15 seconds until it is disposed of. It runs
 * independently of the worker's jobs and of Redis.
 */
export function startMeasuring({
  database,
  metrics,
  jobQueues,
  logger,
  now,
  times = TIMES,
}: MeasuringOptions): AsyncDisposable {
  let timer: NodeJS.Timeout | undefined;
  let measuredAt = performance.now();
  let isStopped = false;

  async function run(): Promise<void> {
    await measureSessions(database.pool, metrics, now()).catch((error: unknown) => {
      logger.debug({ err: error }, 'The sessions of the database could not be examined');
      metrics.sessions.forget();
    });
    await measureFailing().catch((error: unknown) => {
      logger.debug({ err: error }, 'The failing jobs could not be counted');
      metrics.jobsFailing.reset();
    });
    try {
      const at = now();
      const counts = await measureWork(database, metrics, at);
      measuredAt = performance.now();
      await recordWork(jobQueues, { at: at.getTime(), counts }).catch((error: unknown) =>
        logger.debug({ err: error }, 'The amounts of waiting work could not be stored'),
      );
    } catch (error) {
      logger.debug({ err: error }, 'The contents of the database could not be measured');
      if (performance.now() - measuredAt > times.toldForMs) metrics.forget();
    }
  }

  async function measureFailing(): Promise<void> {
    const failing = await listFailingJobs(jobQueues);
    for (const job of Object.keys(JOBS)) {
      const own = failing.filter(({ name }) => name === job);
      metrics.jobsFailing.set(
        { job_name: job },
        own.reduce((sum, { count }) => sum + count, 0),
      );
    }
  }

  function schedule(): void {
    if (!isStopped) timer = setTimeout(() => void (round = run().then(schedule)), times.everyMs);
  }

  let round = run().then(schedule);
  return {
    async [Symbol.asyncDispose]() {
      isStopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
