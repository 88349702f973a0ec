import { describePause, readPauses } from '../../platform/jobs/pauses.ts';
import { type NewJob, type JobQueues, queueOf } from '../../platform/jobs/job-queues.ts';
import { wakeJobs } from '../../platform/jobs/wake-jobs.ts';
import { withinTime } from '../../platform/telemetry/within-time.ts';

/** Limit for Redis in milliseconds. Redis normally answers in a thousandth of it. */
const PATIENCE_MS = 2000;

/**
 * Enqueues jobs so that workers act at once. The act itself is already done; if Redis is
 * unavailable, workers find the work by themselves.
 * @returns a sentence about the outcome.
 */
export async function enqueueAndReport(jobQueues: JobQueues, sent: readonly NewJob[]): Promise<string> {
  if (sent.length === 0) return 'Workers have nothing to do.';
  return reportSent(jobQueues, sent, () => jobQueues.send(sent));
}

/** Does the same, and wakes jobs that sleep until a time that no longer applies. */
export function wakeAndReport(jobQueues: JobQueues, woken: readonly NewJob[]): Promise<string> {
  return reportSent(jobQueues, woken, () => wakeJobs(jobQueues, woken));
}

async function reportSent(
  jobQueues: JobQueues,
  sent: readonly NewJob[],
  give: () => Promise<unknown>,
): Promise<string> {
  try {
    await withinTime(give(), PATIENCE_MS);
    const pauses = await withinTime(
      readPauses(jobQueues, new Date(), [...new Set(sent.map(queueOf))]),
      PATIENCE_MS,
    );
    return pauses.length === 0 ? 'Workers process it now.' : pauses.map(describePause).join('. ');
  } catch {
    return 'Redis does not answer; workers find the work by themselves when it is available again.';
  }
}
