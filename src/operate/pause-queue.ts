import type { QueueName } from '../platform/jobs/catalog.ts';
import { openRedisCheck } from '../platform/jobs/check-redis.ts';
import type { Hints } from '../platform/jobs/hints.ts';
import { readPauses } from '../platform/jobs/pauses.ts';
import { withinTime } from '../platform/telemetry/within-time.ts';

/** Shorter than the database lets a transaction wait: the act is written in one that is open meanwhile. */
const PATIENCE_MS = 2000;

/** What became of an order to pause or resume a queue: `same` and `refused` changed nothing; after `unknown` nobody knows. */
export type QueueChange =
  | { readonly kind: 'done' | 'same' | 'unknown' }
  | { readonly kind: 'refused'; readonly why: string };

/** Pauses a queue for all workers, or lets them go on with it. Write the order down before. Never throws. */
export async function changeQueue(hints: Hints, name: QueueName, isPaused: boolean): Promise<QueueChange> {
  const queue = hints.queues.get(name)!;
  try {
    if ((await withinTime(queue.isPaused(), PATIENCE_MS)) === isPaused) return { kind: 'same' };
  } catch {
    return { kind: 'refused', why: 'does not answer' };
  }
  // Asked before, in words: what a script says that failed leaves open whether it was done.
  const why = await openRedisCheck(hints.connection, hints.prefix)();
  if (why !== 'ok') return { kind: 'refused', why };
  try {
    await withinTime(isPaused ? queue.pause() : queue.resume(), PATIENCE_MS);
  } catch {
    return { kind: 'unknown' };
  }
  // Since when: noted now, or by whoever looks first.
  await withinTime(readPauses(hints, new Date(), [name]), PATIENCE_MS).catch(() => {});
  return { kind: 'done' };
}
