import { type Line, openLine } from './open-line.ts';

/**
 * The job slots of a duty, divided into pools. Jobs wait in queues, and a pool serves its queues
 * round-robin.
 */
export type Places = {
  /**
   * Waits in a queue for a slot of a pool.
   * @param begin runs as soon as the slot is taken; the caller returns the slot with `leave`.
   */
  ask(queue: number, pool: number, begin: () => void): void;
  leave(queue: number, pool: number): void;
  /** The number of jobs that wait now, and the highest number so far. */
  waiting(): { readonly now: number; readonly most: number };
};

type Asked = { readonly pool: number; readonly begin: () => void };

/**
 * Opens the slots.
 * @param pools the number of slots of each pool.
 * @param isExclusive whether a queue may hold only one slot at a time over all pools, as a chain
 *   does because it is locked.
 */
export function openPlaces(pools: readonly number[], isExclusive: boolean): Places {
  const free = [...pools];
  const ready = pools.map(() => openLine<number>());
  const queues = new Map<number, Line<Asked>>();
  const taken = new Set<number>();
  let now = 0;
  let most = 0;
  /**
   * Adds a queue to the pool that its first job needs. A queue is in at most one pool, and there
   * only once.
   */
  const makeReady = (queue: number, asked: Line<Asked>) => {
    const first = asked.first();
    if (first) ready[first.pool]!.push(queue);
    else queues.delete(queue);
  };
  const serve = (pool: number) => {
    while (free[pool]! > 0 && ready[pool]!.length > 0) {
      const queue = ready[pool]!.shift();
      const asked = queues.get(queue)!;
      const { begin } = asked.shift();
      free[pool]! -= 1;
      now -= 1;
      if (isExclusive) taken.add(queue);
      else makeReady(queue, asked);
      const next = isExclusive ? undefined : asked.first();
      begin();
      if (next && next.pool !== pool) serve(next.pool);
    }
  };
  return {
    ask(queue, pool, begin) {
      const asked = queues.get(queue) ?? openLine<Asked>();
      queues.set(queue, asked);
      asked.push({ pool, begin });
      now += 1;
      most = Math.max(most, now);
      if (asked.length === 1 && !taken.has(queue)) makeReady(queue, asked);
      serve(pool);
    },
    leave(queue, pool) {
      free[pool]! += 1;
      const asked = queues.get(queue);
      if (taken.delete(queue) && asked) {
        makeReady(queue, asked);
        const next = asked.first();
        if (next && next.pool !== pool) serve(next.pool);
      }
      serve(pool);
    },
    waiting: () => ({ now, most }),
  };
}
