import { type Hint, type Hints, identify, queueOf } from './hints.ts';

/** What became of a hint that somebody wants looked at now. `waits`: it was not asleep, and has its turn or is worked on. */
export type Woken = 'woken' | 'sent' | 'waits';

/**
 * Sees to it that some rows are looked at now: a job that sleeps is woken, with the payload of the hint, and one that is gone is sent anew.
 * @param isSent whether one that is gone is sent, too; default: true.
 * @returns for each hint what became of it; null where it is gone and was not sent.
 */
export async function wakeJobs(
  hints: Hints,
  wanted: readonly Hint[],
  isSent = true,
): Promise<(Woken | null)[]> {
  const found = await Promise.all(wanted.map((hint) => wakeOne(hints, hint)));
  const gone = wanted.filter((_hint, index) => found[index] === null);
  if (!isSent || gone.length === 0) return found;
  await hints.send(gone);
  return found.map((outcome) => outcome ?? 'sent');
}

async function wakeOne({ queues }: Hints, hint: Hint): Promise<'woken' | 'waits' | null> {
  const queue = queues.get(queueOf(hint))!;
  const id = await queue.getDeduplicationJobId(identify(hint));
  const job = id ? await queue.getJob(id) : undefined;
  if (job === undefined) return null;
  if (!(await job.isDelayed())) return 'waits';
  await job.updateData(hint.payload);
  // It may have woken by itself meanwhile.
  return job.promote().then(
    () => 'woken' as const,
    () => 'waits' as const,
  );
}
