import type { Clock } from './open-clock.ts';
import { openHeap } from './open-heap.ts';

/**
 * Processor cores that are shared evenly among the pieces of work that run on them, as by the
 * scheduler of an operating system. A piece of work uses one core at most.
 */
export type Cores = {
  work(seconds: number, done: () => void): void;
  /** The core seconds used so far. */
  busySeconds(): number;
};

/** The precision with which a double represents a time within a day. */
const ROUNDING_SECONDS = 1e-9;

/** Opens a number of cores. A fraction means a core that other work uses in part. */
export function openCores(clock: Clock, cores: number): Cores {
  /**
   * The seconds of service that a piece of work would have received if it had run from the
   * beginning. This virtual time runs slower the more work shares the cores.
   */
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
    // If an earlier look is already planned, it plans the next one itself.
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
