import { type Hint, type Hints, identify, queueOf } from './hints.ts';

/**
 * The result of waking a job. `woken`: it was delayed and has been promoted. `sent`: it was missing and has been
 * enqueued. `waits`: it was already waiting or active.
 */
export type Woken = 'woken' | 'sent' | 'waits';

/**
 * Makes the workers look at some rows now. Promotes a delayed job, with the payload of the hint, and enqueues a
 * missing one.
 * @param isSent whether a missing job is enqueued; default: true.
 * @returns the result for each hint; null if the job is missing and was not enqueued.
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
  // The job may have been promoted in the meantime.
  return job.promote().then(
    () => 'woken' as const,
    () => 'waits' as const,
  );
}
