import { openHeap } from './open-heap.ts';

/**
 * Simulated time, in seconds. Actions that are due at the same time run in the order in which they
 * were added.
 */
export type Clock = {
  now(): number;
  /** @throws RangeError if the time has passed. */
  at(time: number, run: () => void): void;
  /** Runs all actions, including those that they add, until none is left. */
  runAll(): void;
};

/** Opens a clock that starts at 0. */
export function openClock(): Clock {
  const due = openHeap<() => void>();
  let now = 0;
  return {
    now: () => now,
    at(time, run) {
      if (!(time >= now)) throw new RangeError(`${time} is before ${now}`);
      due.put(time, run);
    },
    runAll() {
      while (due.first() < Infinity) {
        now = due.first();
        due.take()();
      }
    },
  };
}
