import { setImmediate as yieldToEventLoop, setTimeout as wait } from 'node:timers/promises';

/** Longest stretch of work at a time: beside it other jobs go on and their locks are renewed. */
const STRETCH_MS = 2;
/** How long the next stretch is put off while something short runs. */
const GIVE_WAY_MS = 3;

/** Short work that runs in this process: one number for all, because there is one event loop, and no way by which both kinds of work could be handed another. */
let hurrying = 0;

/** Runs short work, to which long work gives way: its statements come back to a loop that has time for them. */
export async function hurry<T>(work: () => Promise<T>): Promise<T> {
  hurrying += 1;
  try {
    return await work();
  } finally {
    hurrying -= 1;
  }
}

/** Maps a list one by one, in its order, and lets the event loop turn every few milliseconds. */
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
