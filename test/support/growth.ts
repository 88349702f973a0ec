const ROUNDS = 40;

/**
 * Returns how many times as long work of the size `large` takes as work of the size `small`: about
 * `large / small` if the time is linear. It measures the processor time of this thread and takes
 * the best of several tries, because other processes slow the thread down through shared caches and
 * cores. Both sizes are measured alternately, until the growth is at most twice the ratio of the
 * sizes or ROUNDS are over. Linear work reaches that bound in a calm moment; quadratic work never
 * does. A duration below one millisecond counts as one millisecond.
 */
export async function growthOf(
  work: (size: number) => unknown,
  { small, large }: { small: number; large: number },
): Promise<number> {
  // The first runs are slower, so they are not counted.
  await timeOf(() => work(small));
  await timeOf(() => work(small));
  let [base, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const growth = () => most / Math.max(base, 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    base = Math.min(base, await timeOf(() => work(small)), await timeOf(() => work(small)));
    most = Math.min(most, await timeOf(() => work(large)));
    if (growth() <= (2 * large) / small) break;
  }
  return growth();
}

async function timeOf(work: () => unknown): Promise<number> {
  const started = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1000;
}
