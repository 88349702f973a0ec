import { promisify } from 'node:util';
import { buildBatchBody } from './invoices.ts';

const turn = promisify(setImmediate);
/** The number of tries; in some of them the garbage collector or the compiler runs. */
const TRIES = 20;

/**
 * Returns the longest time for which the work kept the event loop's thread busy in one iteration, in milliseconds of the thread's processor time, which excludes other processes.
 * Other work on the same thread counts, too.
 */
export async function measureLongestSlice(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  const watch = { isOver: false };
  let last = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  };
  const watching = (async () => {
    while (!watch.isOver) {
      await turn();
      if (!watch.isOver) look();
    }
  })();
  try {
    await work();
    look();
  } finally {
    watch.isOver = true;
    await watching;
  }
  return longest;
}

/** What parsing and writing a body of 1000 invoices took on an idle machine, in milliseconds of processor time, rounded up. */
const USUAL_MS = 5;
const REPETITIONS = 10;
const body = JSON.stringify(buildBatchBody(1000, 'BODY'));

/** Measures how much slower than that the thread is now, as a factor of at least 1. Other virtual machines on the same hardware slow the thread down. */
function measureSlowness(): number {
  const before = process.threadCpuUsage();
  for (let count = 0; count < REPETITIONS; count += 1) JSON.stringify(JSON.parse(body));
  const { user, system } = process.threadCpuUsage(before);
  return Math.max(1, (user + system) / 1000 / REPETITIONS / USUAL_MS);
}

/**
 * Returns the shortest result of several tries. Each is divided by the slowness that was measured before it. The function stops as soon as one is short enough.
 */
export async function findLongestSlice(work: () => Promise<unknown>, mostMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && least > mostMs; attempt += 1) {
    const slowness = measureSlowness();
    least = Math.min(least, (await measureLongestSlice(work)) / slowness);
  }
  return least;
}
