import type { Queue } from 'bullmq';

/** Tells the priority of the job that a queue's workers take next; null where none with a priority waits, or Redis does not tell. */
export type FirstPriorities = (queue: Pick<Queue, 'name' | 'getPrioritized'>) => Promise<number | null>;

/** It is of no use to ask for each of many hints. */
const FRESH_MS = 20;

/** Asks the queues, and remembers for a moment what they told. */
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
