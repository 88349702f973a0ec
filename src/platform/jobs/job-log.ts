import { type Hint, type Hints, identify, queueOf } from './hints.ts';

/*
 * Why a job waits, as the worker that put it off wrote into the job's log, which the dashboard shows. It is gone with the job, and written anew
 * when the job waits again.
 */

export type JobLogEntry = {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
};

/** A line of a job's log. */
export function formatJobLogEntry(at: Date, text: string): string {
  return `${at.toISOString()} ${text}`;
}

/** The last note of the job that is about the same rows as a hint; null where there is none. @throws when Redis is away. */
export async function readJobLogEntry(queues: Hints['queues'], hint: Hint): Promise<JobLogEntry | null> {
  const queue = queues.get(queueOf(hint))!;
  const jobId = await queue.getDeduplicationJobId(identify(hint));
  if (!jobId) return null;
  const { logs } = await queue.getJobLogs(jobId, -1, -1);
  const [, time = '', text = ''] = /^(\S+) (.+)$/s.exec(logs[0] ?? '') ?? [];
  const at = Date.parse(time);
  return Number.isNaN(at) ? null : { at, text };
}
