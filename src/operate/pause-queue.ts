import type { QueueName } from '../platform/jobs/catalog.ts';
import { openRedisCheck } from '../platform/jobs/check-redis.ts';
import type { JobQueues } from '../platform/jobs/job-queues.ts';
import { readPauses } from '../platform/jobs/pauses.ts';
import { withinTime } from '../platform/telemetry/within-time.ts';

/**
 * Limit for each call of Redis. It is shorter than the database's limit for idle transactions,
 * because the transaction of the act is open meanwhile.
 */
const PATIENCE_MS = 2000;

/**
 * Result of an order to pause or resume a queue. `same` and `refused` changed nothing; after
 * `unknown` the state is not known.
 */
export type QueueChange =
  | { readonly kind: 'done' | 'same' | 'unknown' }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Pauses or resumes a queue for all workers. The caller must record the order first. Never throws.
 */
export async function changeQueue(
  jobQueues: JobQueues,
  name: QueueName,
  isPaused: boolean,
): Promise<QueueChange> {
  const queue = jobQueues.queues.get(name)!;
  // Redis is checked first, because a failed script does not show whether the change was made.
  const why = await openRedisCheck(jobQueues.connection, jobQueues.prefix)();
  if (why !== 'ok') return { kind: 'refused', why };
  try {
    if ((await withinTime(queue.isPaused(), PATIENCE_MS)) === isPaused) return { kind: 'same' };
  } catch {
    return { kind: 'refused', why: 'does not answer' };
  }
  try {
    await withinTime(isPaused ? queue.pause() : queue.resume(), PATIENCE_MS);
  } catch {
    return { kind: 'unknown' };
  }
  // Records the start of the pause now. If this fails, the next reader records it.
  await withinTime(readPauses(jobQueues, new Date(), [name]), PATIENCE_MS).catch(() => {});
  return { kind: 'done' };
}
