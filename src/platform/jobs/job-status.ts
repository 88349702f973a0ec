import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { type NewJob, type JobQueues, identify, queueOf } from './job-queues.ts';
import { readFailure } from './failing-jobs.ts';
import { type JobLogEntry, readJobLogEntry } from './job-log.ts';

/*
 * The status of the work on some rows, as the workers recorded it in Redis: why it waits, why it
 * failed, and its progress.
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

type QueueRedis = Pick<JobQueues, 'queues' | 'connection' | 'prefix'>;

/**
 * Reads the status of the work that some jobs of a chain ask for.
 * @throws if Redis is unavailable.
 */
export async function readJobStatus(redis: QueueRedis, jobs: readonly NewJob[]): Promise<JobStatus> {
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

async function readOne({ queues, connection, prefix }: QueueRedis, job: NewJob): Promise<JobStatus> {
  const queue = queues.get(queueOf(job))!;
  const failure = await readFailure(connection, prefix, identify(job));
  const jobId = await queue.getDeduplicationJobId(identify(job));
  const stored = jobId ? await queue.getJob(jobId) : undefined;
  const isUnderWay = (await stored?.isActive()) === true && Check(Comparison, stored!.progress);
  return {
    wait: await readJobLogEntry(queues, job),
    failure,
    comparison: isUnderWay ? (stored!.progress as Static<typeof Comparison>) : null,
  };
}
