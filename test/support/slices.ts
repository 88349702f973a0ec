import { promisify } from 'node:util';

const turn = promisify(setImmediate);
/** The number of tries; in some of them the garbage collector or the compiler runs. */
const TRIES = 20;

/**
 * Returns the longest time for which the work kept the event loop's thread busy in one iteration,
 * in milliseconds of the thread's processor time, which excludes other processes. Other work on the
 * same thread counts, too.
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

/** Returns the shortest result of several tries. It stops as soon as one is short enough. */
export async function findLongestSlice(work: () => Promise<unknown>, mostMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && least > mostMs; attempt += 1)
    least = Math.min(least, await measureLongestSlice(work));
  return least;
}
