import { openHeap } from './open-heap.ts';

/** Simulated time, in seconds. What is due at the same moment runs in the order in which it was put there. */
export type Clock = {
  now(): number;
  /** @throws RangeError for a time that is over. */
  at(time: number, run: () => void): void;
  /** Runs what is due, and what comes of it, until nothing is left. */
  runAll(): void;
};

/** Opens a clock at 0. */
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
