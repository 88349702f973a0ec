import { describeBatchNow, describeChainNow } from '../../monitor/describe-now.ts';
import type { AskedTruths, JobTruths } from '../../monitor/statements/job-truths.ts';

/*
 * Bull Board shows jobs as they were created and as they failed, but the tables have the current
 * state. The job's name shows the current state, which also replaces a failure reason that no
 * longer applies. Stack traces belong in the log.
 */

type Job = {
  readonly name: string;
  readonly data?: unknown;
  readonly failedReason?: string;
  readonly stacktrace?: readonly string[];
};
/** Answer of the board: queues with their jobs, or one job. */
type Answer = { readonly queues?: readonly { readonly jobs?: readonly Job[] }[]; readonly job?: Job };

type About = { readonly chainId: number | null; readonly batchId: number | null };

/** Returns the ids of the rows that the jobs of an answer concern. */
export function listAsked(answer: Answer): AskedTruths {
  const abouts = listJobs(answer).map(readAbout);
  const ids = (member: keyof About) => [
    ...new Set(abouts.map((about) => about[member]).filter((id) => id !== null)),
  ];
  return { chainIds: ids('chainId'), batchIds: ids('batchId') };
}

/**
 * Returns the answer with the current state of each job.
 * @param truths null if the state is unknown; then only stack traces are removed.
 */
export function describeJobs<T extends Answer>(answer: T, truths: JobTruths | null, now: number): T {
  const describe = (job: Job) => describeJob(job, truths, now);
  const { queues, job } = answer;
  return {
    ...answer,
    ...(queues && {
      queues: queues.map((queue) => (queue.jobs ? { ...queue, jobs: queue.jobs.map(describe) } : queue)),
    }),
    ...(job && { job: describe(job) }),
  };
}

function listJobs({ queues = [], job }: Answer): Job[] {
  return [...queues.flatMap(({ jobs = [] }) => jobs), ...(job ? [job] : [])];
}

function readAbout({ data }: Job): About {
  const { chainId, batchId } = (data ?? {}) as Record<string, unknown>;
  return { chainId: readId(chainId), batchId: readId(batchId) };
}

function readId(id: unknown): number | null {
  return Number.isSafeInteger(id) && (id as number) > 0 ? (id as number) : null;
}

function describeJob(job: Job, truths: JobTruths | null, now: number): Job {
  const said = truths === null ? null : findTruth(job, truths, now);
  const { failedReason, stacktrace = [] } = job;
  // The board shows the failure reason in the place of the stack trace.
  const shown = failedReason === undefined || stacktrace.length === 0 ? stacktrace : [failedReason];
  if (said === null) return { ...job, stacktrace: shown };
  const { text, isOver, place } = said;
  const reason = failedReason !== undefined && isOver ? text : failedReason;
  return {
    ...job,
    name: `${dropOld(job.name)} · ${text}`,
    ...(reason !== undefined && { failedReason: reason, stacktrace: shown.length === 0 ? [] : [reason] }),
    ...(place !== null && { externalUrl: { displayText: 'Current state', href: place } }),
  };
}

/** Removes the number of records at the time when the job was created. */
const dropOld = (name: string) => name.replace(/^(chain \d+) · (?:\d+ records|comparison with AEAT)/, '$1');

type Truth = {
  readonly text: string;
  /** Whether the failure reason no longer applies or `text` explains it better. */
  readonly isOver: boolean;
  readonly place: string | null;
};

function findTruth(job: Job, { chains, batches }: JobTruths, now: number): Truth | null {
  const { chainId, batchId } = readAbout(job);
  const chain = chains.find((each) => each.chainId === chainId);
  if (chain !== undefined)
    return { text: describeChainNow(chain, now), isOver: true, place: `/operations/chains/${chain.chainId}` };
  const batch = batches.find((each) => each.batchId === batchId);
  if (batch === undefined) return null;
  const isOver = batch.isProcessed && batch.missing === 0;
  return { text: describeBatchNow(batch, now), isOver, place: `/operations/batches/${batch.batchId}` };
}
