const TRIES = 5;

/**
 * Returns the least share of the processor time of this process that this thread spends while the work
 * is done, from 0 to 1, among several tries: the garbage of earlier tests may be collected in some of
 * them.
 * @param enough a share below which there is no further try.
 */
export async function measureLeastOwnShare(enough: number, work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least >= enough; tries += 1) {
    const [own, all] = [process.threadCpuUsage(), process.cpuUsage()];
    await work();
    const [ownSpent, allSpent] = [process.threadCpuUsage(own), process.cpuUsage(all)];
    least = Math.min(least, (ownSpent.user + ownSpent.system) / (allSpent.user + allSpent.system));
  }
  return least;
}
