import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest stretch of work at a time: beside it other jobs go on and their locks are renewed. */
const TURN_MS = 2;

/** Maps a list one by one, in its order, and lets the event loop turn every few milliseconds. */
export async function mapInTurns<T, R>(
  items: Iterable<T>,
  work: (item: T, index: number) => R,
): Promise<R[]> {
  const results: R[] = [];
  let started = performance.now();
  for (const item of items) {
    results.push(work(item, results.length));
    if (performance.now() - started > TURN_MS) {
      await nextTurn();
      started = performance.now();
    }
  }
  return results;
}
