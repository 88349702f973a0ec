const ROUNDS = 40;

/**
 * How many times as long something of the size `large` takes as of the size `small`: about `large / small` where the time grows with the size. It is the processor time of
 * this thread that counts, at its best of several tries: others at work on the machine take none of it, but slow it down, by their use of its caches and of a shared core. So
 * both sizes are tried in turn, until the growth is at most twice that of the size, or ROUNDS are over: a moment of calm is found by what is linear, and not by what is not.
 * What is over within a millisecond counts as one.
 */
export async function growthOf(
  work: (size: number) => unknown,
  { small, large }: { small: number; large: number },
): Promise<number> {
  // The first times are slower.
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
