import type { RedisConnection } from './connection.ts';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { type NewJob, type JobQueues, identify, queueOf } from './job-queues.ts';
import { type JobLogEntry, readJobLogEntry } from './job-log.ts';

/*
 * The status of the work on some rows, as the workers recorded it in Redis: why it waits, why it failed, and its
 * progress. A job without attempts left is followed by a new job with an empty log, so the failure is stored apart
 * from the log.
 */

/** Progress of the job that compares a chain with AEAT's register. */
const Comparison = Type.Object({
  at: Type.Number(),
  month: Type.String(),
  pages: Type.Integer(),
  records: Type.Integer(),
});

export type JobStatus = {
  /** Why the job waits; null if no reason is recorded. */
  readonly wait: JobLogEntry | null;
  /** The most recent failure within the last ten minutes; null if there is none. */
  readonly failure: JobLogEntry | null;
  /** Progress of the comparison; null if none is running. */
  readonly comparison: Static<typeof Comparison> | null;
};

/** Longer than any delay between two attempts. Each failure renews the entry. */
const FAILURE_SECONDS = 600;
const MAX_TEXT = 300;

function failureKey(prefix: string, job: string): string {
  return `${prefix}:failure:${job}`;
}

/**
 * Records why a worker failed at a job.
 * @param job deduplication id of the job.
 */
export async function recordJobFailure(
  connection: RedisConnection,
  prefix: string,
  job: string,
  { at, text }: JobLogEntry,
): Promise<void> {
  const line = text.replaceAll(/\s+/g, ' ').slice(0, MAX_TEXT);
  await connection.set(
    failureKey(prefix, job),
    JSON.stringify({ at, text: line } satisfies JobLogEntry),
    'EX',
    FAILURE_SECONDS,
  );
}

/**
 * Deletes the recorded failure after the job has completed.
 * @param job deduplication id of the job.
 */
export async function removeFailure(connection: RedisConnection, prefix: string, job: string): Promise<void> {
  await connection.del(failureKey(prefix, job));
}

type Place = Pick<JobQueues, 'queues' | 'connection' | 'prefix'>;

/**
 * Reads the status of the work that some jobs of a chain ask for.
 * @throws if Redis is unavailable.
 */
export async function readJobStatus(redis: Place, jobs: readonly NewJob[]): Promise<JobStatus> {
  const standings = await Promise.all(jobs.map((job) => readOne(redis, job)));
  return {
    wait: newest(standings.map(({ wait }) => wait)),
    failure: newest(standings.map(({ failure }) => failure)),
    comparison: standings.find(({ comparison }) => comparison !== null)?.comparison ?? null,
  };
}

function newest(notes: readonly (JobLogEntry | null)[]): JobLogEntry | null {
  return notes.reduce((last, note) => (note !== null && note.at > (last?.at ?? 0) ? note : last), null);
}

async function readOne({ queues, connection, prefix }: Place, job: NewJob): Promise<JobStatus> {
  const queue = queues.get(queueOf(job))!;
  const text = await connection.get(failureKey(prefix, identify(job)));
  const jobId = await queue.getDeduplicationJobId(identify(job));
  const stored = jobId ? await queue.getJob(jobId) : undefined;
  const isUnderWay = (await stored?.isActive()) === true && Check(Comparison, stored!.progress);
  return {
    wait: await readJobLogEntry(queues, job),
    failure: text === null ? null : (JSON.parse(text) as JobLogEntry),
    comparison: isUnderWay ? (stored!.progress as Static<typeof Comparison>) : null,
  };
}
