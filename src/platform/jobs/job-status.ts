import type { RedisConnection } from './connection.ts';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { type Hint, type Hints, identify, queueOf } from './hints.ts';
import { type JobLogEntry, readJobLogEntry } from './job-log.ts';

/*
 * How the work on some rows stands, as the workers wrote it down in Redis: why it waits, at what it failed, how far it has come. A job that used up
 * its tries is followed by another with an empty log: what it failed of is kept apart from it.
 */

/** How far the job has come that compares a chain with AEAT's register. */
const Comparison = Type.Object({
  at: Type.Number(),
  month: Type.String(),
  pages: Type.Integer(),
  records: Type.Integer(),
});

export type JobStatus = {
  /** Why it waits; null where that is not noted. */
  readonly wait: JobLogEntry | null;
  /** The last time that a worker failed at it, in the last minutes. */
  readonly failure: JobLogEntry | null;
  /** null where none is under way. */
  readonly comparison: Static<typeof Comparison> | null;
};

/** Longer than any pause between two tries: it is written anew while it fails. */
const FAILURE_SECONDS = 600;
const MAX_TEXT = 300;

function failureKey(prefix: string, hint: string): string {
  return `${prefix}:failure:${hint}`;
}

/** Notes at what a worker failed. @param hint deduplication id of the job. */
export async function recordJobFailure(
  connection: RedisConnection,
  prefix: string,
  hint: string,
  { at, text }: JobLogEntry,
): Promise<void> {
  const line = text.replaceAll(/\s+/g, ' ').slice(0, MAX_TEXT);
  await connection.set(
    failureKey(prefix, hint),
    JSON.stringify({ at, text: line } satisfies JobLogEntry),
    'EX',
    FAILURE_SECONDS,
  );
}

/** Forgets it: the job was done since. @param hint deduplication id of the job. */
export async function removeFailure(
  connection: RedisConnection,
  prefix: string,
  hint: string,
): Promise<void> {
  await connection.del(failureKey(prefix, hint));
}

type Place = Pick<Hints, 'queues' | 'connection' | 'prefix'>;

/** How the work stands that a chain's hints ask for. @throws when Redis is away. */
export async function readJobStatus(redis: Place, hints: readonly Hint[]): Promise<JobStatus> {
  const standings = await Promise.all(hints.map((hint) => readOne(redis, hint)));
  return {
    wait: newest(standings.map(({ wait }) => wait)),
    failure: newest(standings.map(({ failure }) => failure)),
    comparison: standings.find(({ comparison }) => comparison !== null)?.comparison ?? null,
  };
}

function newest(notes: readonly (JobLogEntry | null)[]): JobLogEntry | null {
  return notes.reduce((last, note) => (note !== null && note.at > (last?.at ?? 0) ? note : last), null);
}

async function readOne({ queues, connection, prefix }: Place, hint: Hint): Promise<JobStatus> {
  const queue = queues.get(queueOf(hint))!;
  const text = await connection.get(failureKey(prefix, identify(hint)));
  const jobId = await queue.getDeduplicationJobId(identify(hint));
  const job = jobId ? await queue.getJob(jobId) : undefined;
  const isUnderWay = (await job?.isActive()) === true && Check(Comparison, job!.progress);
  return {
    wait: await readJobLogEntry(queues, hint),
    failure: text === null ? null : (JSON.parse(text) as JobLogEntry),
    comparison: isUnderWay ? (job!.progress as Static<typeof Comparison>) : null,
  };
}
