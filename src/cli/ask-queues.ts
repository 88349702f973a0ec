import { once } from 'node:events';
import type { Pool } from 'pg';
import { loadEnvironment } from '../platform/config/environment.ts';
import type { QueueName } from '../platform/jobs/catalog.ts';
import { DEFAULT_PREFIX } from '../platform/jobs/keys.ts';
import type { NewJob, JobQueues } from '../platform/jobs/job-queues.ts';
import { describePause, readPauses } from '../platform/jobs/pauses.ts';
import { UsageError } from './command-context.ts';
import { printError } from './print.ts';

const REDIS_PATIENCE_MS = 2000;

/**
 * Runs `work` with the queues in Redis. Loads their code only when it is called, since most
 * commands do not need it.
 * @param pool the database whose installation Redis must belong to.
 * @returns null if Redis is not reachable.
 * @throws UsageError if Redis belongs to another installation.
 */
export async function askQueues<T>(
  pool: Pool,
  work: (jobQueues: JobQueues) => Promise<T>,
): Promise<T | null> {
  const { openProducerConnection } = await import('../platform/jobs/connection.ts');
  const { installGate, RedisNotUsed } = await import('../platform/jobs/installation-gate.ts');
  const { ADVICE_OTHER_REDIS, judgeRedis, readInstallation } =
    await import('../platform/process/installation-watch.ts');
  const { JobNotEnqueued, openJobQueues } = await import('../platform/jobs/job-queues.ts');
  const { DATABASE_URL: database, REDIS_URL: url } = loadEnvironment(process.env);
  const own = await readInstallation(pool, database);
  const connection = openProducerConnection(url);
  const gate = installGate(connection);
  connection.on('error', () => {});
  try {
    await once(connection, 'ready', { signal: AbortSignal.timeout(REDIS_PATIENCE_MS) });
    // A database that is not migrated has no mark, and no process uses it yet.
    const use =
      own === null ? { isOurs: true as const } : await judgeRedis(gate.ungated, DEFAULT_PREFIX, own);
    if (use.isOurs) gate.open();
    else gate.close(use.why);
    await using queues = openJobQueues(connection);
    return await work(queues);
  } catch (error) {
    if (error instanceof RedisNotUsed)
      throw new UsageError(`REDIS_URL: this Redis ${error.message}. ${ADVICE_OTHER_REDIS}`, { cause: error });
    if (error instanceof JobNotEnqueued) throw error;
    return null;
  } finally {
    connection.disconnect();
  }
}

/**
 * Enqueues jobs. Warns the operator if Redis is not reachable or a queue is paused. Workers also
 * find the work without these jobs, some seconds later.
 */
export function enqueueJobs(pool: Pool, jobs: readonly NewJob[]): Promise<void> {
  return notifyWorkers(pool, jobs, (queues) => queues.send(jobs));
}

/**
 * Enqueues jobs, and promotes delayed jobs whose reason to wait no longer holds.
 */
export function wakeAndReport(pool: Pool, jobs: readonly NewJob[]): Promise<void> {
  return notifyWorkers(pool, jobs, async (queues) => {
    const { wakeJobs } = await import('../platform/jobs/wake-jobs.ts');
    await wakeJobs(queues, jobs);
  });
}

async function notifyWorkers(
  pool: Pool,
  jobs: readonly NewJob[],
  give: (queues: JobQueues) => Promise<unknown>,
): Promise<void> {
  const pauses = await askQueues(pool, async (queues) => {
    await give(queues);
    const { queueOf } = await import('../platform/jobs/job-queues.ts');
    return findPauses(queues, [...new Set(jobs.map(queueOf))]);
  }).catch((error: unknown) => {
    // What the command changed in the database stays changed, and workers find it there.
    if (!(error instanceof UsageError)) throw error;
    printError(error.message);
    return [];
  });
  if (pauses === null)
    printError('Redis is not reachable: the workers find the work by themselves when it is available again');
  for (const pause of pauses ?? []) printError(pause);
}

/** Warns the operator if a queue is paused, because the ordered work waits until it is resumed. */
export async function warnOfPause(pool: Pool, queue: QueueName): Promise<void> {
  const pauses = await askQueues(pool, (queues) => findPauses(queues, [queue]));
  for (const pause of pauses ?? []) printError(pause);
}

async function findPauses(queues: JobQueues, names: readonly QueueName[]): Promise<string[]> {
  return (await readPauses(queues, new Date(), names)).map(describePause);
}
