import type { Clock } from './open-clock.ts';
import { openHeap } from './open-heap.ts';

/** Processor cores that share themselves evenly among what runs on them, as a system's scheduler does; one piece of work uses one core at most. */
export type Cores = {
  work(seconds: number, done: () => void): void;
  /** Core seconds that were used so far. */
  busySeconds(): number;
};

/** A double knows a moment of a day no better. */
const ROUNDING_SECONDS = 1e-9;

/** Opens so many cores; a part of one is a core of which others take the rest. */
export function openCores(clock: Clock, cores: number): Cores {
  /** How much each piece got that ran since the beginning: a time of its own, which goes slower the more share it. */
  let served = 0;
  let lookedAt = 0;
  let running = 0;
  let busy = 0;
  let nextLook = Infinity;
  const endings = openHeap<() => void>();
  const catchUp = () => {
    const passed = clock.now() - lookedAt;
    lookedAt = clock.now();
    served += running === 0 ? 0 : passed * Math.min(1, cores / running);
    busy += passed * Math.min(running, cores);
  };
  const planLook = () => {
    if (running === 0) return;
    const time = clock.now() + Math.max(endings.first() - served, 0) / Math.min(1, cores / running);
    // One that is planned earlier plans the next one itself.
    if (time >= nextLook) return;
    nextLook = time;
    clock.at(time, () => look(time));
  };
  const look = (time: number) => {
    if (time !== nextLook) return;
    nextLook = Infinity;
    catchUp();
    const over: (() => void)[] = [];
    while (endings.first() - served <= ROUNDING_SECONDS) over.push(endings.take());
    running -= over.length;
    planLook();
    for (const done of over) done();
  };
  return {
    work(seconds, done) {
      catchUp();
      running += 1;
      endings.put(served + seconds, done);
      planLook();
    },
    busySeconds() {
      catchUp();
      return busy;
    },
  };
}
