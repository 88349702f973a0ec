import { promisify } from 'node:util';

const turn = promisify(setImmediate);
/** Tries of work whose longest slice is judged: garbage is collected, and code compiled, in some of them. */
const TRIES = 20;

/**
 * How long the event loop's thread was busy at most in one turn while work ran, in milliseconds of its processor time: others at work on the machine take none of it.
 * What else the thread does meanwhile counts, too.
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

/** The same at its best of several tries, of which there are no more once one is short enough. */
export async function findLongestSlice(work: () => Promise<unknown>, mostMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && least > mostMs; attempt += 1)
    least = Math.min(least, await measureLongestSlice(work));
  return least;
}
