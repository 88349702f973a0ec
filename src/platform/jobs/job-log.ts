import { type NewJob, type JobQueues, identify, queueOf } from './job-queues.ts';

/*
 * The worker that delays a job writes the reason into the job's log, which the dashboard shows. The
 * log is deleted with the job and is written again when the next job waits.
 */

export type JobLogEntry = {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
};

/** Formats one line of a job's log. */
export function formatJobLogEntry(at: Date, text: string): string {
  return `${at.toISOString()} ${text}`;
}

/**
 * Returns the last log entry of the job for the same rows as `job`; null if there is none.
 * @throws if Redis is unavailable.
 */
export async function readJobLogEntry(queues: JobQueues['queues'], job: NewJob): Promise<JobLogEntry | null> {
  const queue = queues.get(queueOf(job))!;
  const jobId = await queue.getDeduplicationJobId(identify(job));
  if (!jobId) return null;
  const { logs } = await queue.getJobLogs(jobId, -1, -1);
  const [, time = '', text = ''] = /^(\S+) (.+)$/s.exec(logs[0] ?? '') ?? [];
  const at = Date.parse(time);
  return Number.isNaN(at) ? null : { at, text };
}
