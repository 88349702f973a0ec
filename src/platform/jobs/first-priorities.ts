import type { Queue } from 'bullmq';

/**
 * Returns the priority of the job that a queue's workers take next. Returns null if no prioritized
 * job waits or Redis does not answer.
 */
export type FirstPriorities = (queue: Pick<Queue, 'name' | 'getPrioritized'>) => Promise<number | null>;

/**
 * How long an answer is reused, in milliseconds. Asking for each of many jobs would gain nothing.
 */
const FRESH_MS = 20;

/** Creates a reader of the queues' first priorities that caches each answer for `FRESH_MS`. */
export function createFirstPriorities(): FirstPriorities {
  const known = new Map<string, { readonly until: number; readonly first: Promise<number | null> }>();
  return (queue) => {
    const found = known.get(queue.name);
    if (found && found.until > performance.now()) return found.first;
    const first = queue.getPrioritized(0, 0).then(
      ([job]) => job?.priority ?? null,
      () => null,
    );
    known.set(queue.name, { until: performance.now() + FRESH_MS, first });
    return first;
  };
}
