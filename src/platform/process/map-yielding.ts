import { setImmediate as yieldToEventLoop, setTimeout as wait } from 'node:timers/promises';

/**
 * The longest stretch of uninterrupted work in milliseconds. Between stretches other jobs run and
 * renew their locks.
 */
const STRETCH_MS = 2;
/** The delay before the next stretch while short work is running, in milliseconds. */
const GIVE_WAY_MS = 3;

/**
 * The number of short pieces of work in progress. It is a module variable because a process has one
 * event loop, and long and short work share no object that could hold it.
 */
let hurrying = 0;

/** Runs short work. Long work yields to it, so that the event loop handles its answers promptly. */
export async function hurry<T>(work: () => Promise<T>): Promise<T> {
  hurrying += 1;
  try {
    return await work();
  } finally {
    hurrying -= 1;
  }
}

/** Maps a list item by item, in order, and yields to the event loop every few milliseconds. */
export async function mapYielding<T, R>(
  items: Iterable<T>,
  work: (item: T, index: number) => R,
): Promise<R[]> {
  const results: R[] = [];
  let started = performance.now();
  for (const item of items) {
    results.push(work(item, results.length));
    if (performance.now() - started > STRETCH_MS) {
      await (hurrying > 0 ? wait(GIVE_WAY_MS) : yieldToEventLoop());
      started = performance.now();
    }
  }
  return results;
}
