import { type NewJob, type JobQueues, identify, queueOf } from './job-queues.ts';

/**
 * The result of waking a job. `woken`: it was delayed and has been promoted. `sent`: it was missing
 * and has been enqueued. `waits`: it was already waiting or active.
 */
export type Woken = 'woken' | 'sent' | 'waits';

/**
 * Makes the workers look at some rows now. Promotes a delayed job, with the payload of the job, and
 * enqueues a missing one.
 * @param isSent whether a missing job is enqueued; default: true.
 * @returns the result for each job; null if the job is missing and was not enqueued.
 */
export async function wakeJobs(
  jobQueues: JobQueues,
  wanted: readonly NewJob[],
  isSent = true,
): Promise<(Woken | null)[]> {
  const found = await Promise.all(wanted.map((job) => wakeOne(jobQueues, job)));
  const gone = wanted.filter((_job, index) => found[index] === null);
  if (!isSent || gone.length === 0) return found;
  await jobQueues.send(gone);
  return found.map((outcome) => outcome ?? 'sent');
}

async function wakeOne({ queues }: JobQueues, job: NewJob): Promise<'woken' | 'waits' | null> {
  const queue = queues.get(queueOf(job))!;
  const id = await queue.getDeduplicationJobId(identify(job));
  const stored = id ? await queue.getJob(id) : undefined;
  if (stored === undefined) return null;
  if (!(await stored.isDelayed())) return 'waits';
  await stored.updateData(job.payload);
  // The job may have been promoted in the meantime.
  return stored.promote().then(
    () => 'woken' as const,
    () => 'waits' as const,
  );
}
