import type { AskedTruths, JobTruths } from '../../monitor/statements/job-truths.ts';
import { withinTime } from '../../platform/telemetry/within-time.ts';
import { listAsked, describeJobs } from './describe-jobs.ts';

export type ReadJobTruths = (asked: AskedTruths) => Promise<JobTruths>;

/** Limit in milliseconds; the board asks again every few seconds. */
const PATIENCE_MS = 1500;

/**
 * Returns the board's answer with the current state of its jobs, if the database answers in time.
 */
export async function describeNow<T extends object>(answer: T, read: ReadJobTruths | null): Promise<T> {
  const asked = listAsked(answer);
  const isAsked = asked.chainIds.length + asked.batchIds.length > 0;
  const truths =
    isAsked && read !== null ? await withinTime(read(asked), PATIENCE_MS).catch(() => null) : null;
  return describeJobs(answer, truths, Date.now());
}
