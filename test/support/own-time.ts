const RUNS = 10;

/**
 * Returns the least processor time of this thread among ten runs of some work, in microseconds, because
 * the garbage of earlier tests may be collected during several of them.
 */
export async function takeLeastOwnTime(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    times.push(user + system);
  }
  return Math.min(...times);
}
