import { once } from 'node:events';
import { loadEnvironment } from '../../src/platform/config/environment.ts';
import type { QueueName } from '../../src/platform/jobs/catalog.ts';
import type { NewJob, JobQueues } from '../../src/platform/jobs/job-queues.ts';
import { describePause, readPauses } from '../../src/platform/jobs/pauses.ts';
import { tell } from './print.ts';

const REDIS_PATIENCE_MS = 2000;

/**
 * Runs `work` with the queues in Redis. Loads their code only when it is called, since most commands do not need it.
 * @returns null if Redis is not reachable.
 */
export async function askQueues<T>(work: (jobQueues: JobQueues) => Promise<T>): Promise<T | null> {
  const { openProducerConnection } = await import('../../src/platform/jobs/connection.ts');
  const { JobNotEnqueued, openJobQueues } = await import('../../src/platform/jobs/job-queues.ts');
  const { REDIS_URL: url } = loadEnvironment(process.env);
  const connection = openProducerConnection(url);
  connection.on('error', () => {});
  try {
    await once(connection, 'ready', { signal: AbortSignal.timeout(REDIS_PATIENCE_MS) });
    await using queues = openJobQueues(connection);
    return await work(queues);
  } catch (error) {
    if (error instanceof JobNotEnqueued) throw error;
    return null;
  } finally {
    connection.disconnect();
  }
}

/**
 * Enqueues jobs. Warns the operator if Redis is not reachable or a queue is paused. Workers also find the work
 * without these jobs, some seconds later.
 */
export function enqueueJobs(jobs: readonly NewJob[]): Promise<void> {
  return notifyWorkers(jobs, (queues) => queues.send(jobs));
}

/** Enqueues jobs like `sendHints`, and promotes delayed jobs whose reason to wait no longer holds. */
export function wakeAndReport(jobs: readonly NewJob[]): Promise<void> {
  return notifyWorkers(jobs, async (queues) => {
    const { wakeJobs } = await import('../../src/platform/jobs/wake-jobs.ts');
    await wakeJobs(queues, jobs);
  });
}

async function notifyWorkers(
  jobs: readonly NewJob[],
  give: (queues: JobQueues) => Promise<unknown>,
): Promise<void> {
  const pauses = await askQueues(async (queues) => {
    await give(queues);
    const { queueOf } = await import('../../src/platform/jobs/job-queues.ts');
    return findPauses(queues, [...new Set(jobs.map(queueOf))]);
  });
  if (pauses === null)
    tell('Redis is not reachable: the workers find the work by themselves when it is available again');
  for (const pause of pauses ?? []) tell(pause);
}

/** Warns the operator if a queue is paused, because the ordered work waits until it is resumed. */
export async function warnOfPause(queue: QueueName): Promise<void> {
  const pauses = await askQueues((queues) => findPauses(queues, [queue]));
  for (const pause of pauses ?? []) tell(pause);
}

async function findPauses(queues: JobQueues, names: readonly QueueName[]): Promise<string[]> {
  return (await readPauses(queues, new Date(), names)).map(describePause);
}
