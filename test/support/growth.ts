/**
 * How many times as long something of the size `large` takes as of the size `small`: about `large / small` where the time grows with the size. It is the processor time of
 * this thread that counts, at its best of several tries: others at work on the machine do not. What is over within a millisecond counts as one.
 */
export async function growthOf(
  work: (size: number) => unknown,
  { small, large }: { small: number; large: number },
): Promise<number> {
  // The first times are slower.
  await timeOf(() => work(small), 2);
  const base = await timeOf(() => work(small), 5);
  return (await timeOf(() => work(large), 2)) / Math.max(base, 1);
}

async function timeOf(work: () => unknown, tries: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let count = 0; count < tries; count += 1) {
    const started = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(started);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
