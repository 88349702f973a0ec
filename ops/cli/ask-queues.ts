import { once } from 'node:events';
import { loadEnvironment } from '../../src/platform/config/environment.ts';
import type { QueueName } from '../../src/platform/jobs/catalog.ts';
import type { NewJob, JobQueues } from '../../src/platform/jobs/job-queues.ts';
import { describePause, readPauses } from '../../src/platform/jobs/pauses.ts';
import { tell } from './print.ts';

const REDIS_PATIENCE_MS = 2000;

/** Works on the queues, whose code only they load who have something to ask. @returns null where Redis is not reachable. */
export async function askQueues<T>(work: (jobQueues: JobQueues) => Promise<T>): Promise<T | null> {
  const { openProducerConnection } = await import('../../src/platform/jobs/connection.ts');
  const { JobRefused, openJobQueues } = await import('../../src/platform/jobs/job-queues.ts');
  const { REDIS_URL: url } = loadEnvironment(process.env);
  const connection = openProducerConnection(url);
  connection.on('error', () => {});
  try {
    await once(connection, 'ready', { signal: AbortSignal.timeout(REDIS_PATIENCE_MS) });
    await using queues = openJobQueues(connection);
    return await work(queues);
  } catch (error) {
    if (error instanceof JobRefused) throw error;
    return null;
  } finally {
    connection.disconnect();
  }
}

/** Tells the workers to look at once, or the operator that they will not. What is not told they find by themselves, some seconds later. */
export function enqueueJobs(jobs: readonly NewJob[]): Promise<void> {
  return notifyWorkers(jobs, (queues) => queues.send(jobs));
}

/** The same, and wakes jobs that sleep until a time that holds no more. */
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
    tell('Redis is not reachable: the workers find the work by themselves when it is back');
  for (const pause of pauses ?? []) tell(pause);
}

/** Tells the operator where what was ordered waits for a queue that is paused. */
export async function warnOfPause(queue: QueueName): Promise<void> {
  const pauses = await askQueues((queues) => findPauses(queues, [queue]));
  for (const pause of pauses ?? []) tell(pause);
}

async function findPauses(queues: JobQueues, names: readonly QueueName[]): Promise<string[]> {
  return (await readPauses(queues, new Date(), names)).map(describePause);
}
