import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { type JobKind, JOBS } from './catalog.ts';
import { findFault } from './check-payload.ts';
import type { RedisConnection } from './connection.ts';
import type { JobQueues } from './job-queues.ts';
import type { JobLogEntry } from './job-log.ts';

/*
 * Jobs that fail. A job without attempts left is followed by a new job for the same rows, so
 * failures are recorded by the deduplication id of the job, apart from the job. A success removes
 * the record, and a record that no failure renews expires after ten minutes. The rows of a job that
 * keeps failing wait, even if all other work continues.
 */

const JobFailure = Type.Object({
  /** The last failure, in milliseconds since 1970. */
  at: Type.Number(),
  text: Type.String(),
  /** The first failure since the last success. */
  since: Type.Optional(Type.Number()),
  failures: Type.Optional(Type.Integer()),
  name: Type.Optional(Type.String()),
  /** The rows of the job: `batch 12`. */
  rows: Type.Optional(Type.String()),
  organizationId: Type.Optional(Type.Number()),
});

/** A record of version 1.0 has only a time and a text. */
type JobFailure = Static<typeof JobFailure>;

/** Jobs of a kind that fail again and again for the same cause. */
export type FailingJobs = {
  readonly name: string;
  readonly cause: string;
  readonly count: number;
  /** Some of their rows: `batch 12 of organization 3`. */
  readonly rows: readonly string[];
  /** The first failure, in milliseconds since 1970. */
  readonly since: number;
};

/** Longer than any delay between two attempts. Each failure renews the entry. */
const FAILURE_SECONDS = 600;
const MAX_TEXT = 300;
/**
 * A job fails again and again after so many failures over so long a time: an outage or a conflict
 * that ends soon is none.
 */
const AGAIN = { failures: 4, ms: 120_000 };
const MOST_READ = 1000;
const MOST_NAMED = 5;

const failureKey = (prefix: string, job: string) => `${prefix}:failure:${job}`;
const indexKey = (prefix: string) => `${prefix}:failing`;

/** The part of a BullMQ job that a record needs. */
type FailedJob = {
  readonly deduplicationId?: string | undefined;
  readonly name: string;
  readonly data: unknown;
};

/**
 * Records why a worker failed at a job.
 * @returns the number of failures since the last success.
 */
export async function recordJobFailure(
  connection: RedisConnection,
  prefix: string,
  { deduplicationId: job = '', name, data }: FailedJob,
  { at, text }: JobLogEntry,
): Promise<number> {
  const before = await readFailure(connection, prefix, job);
  const isRight = findFault(name, data) === null;
  const record: JobFailure = {
    at,
    text: text.replaceAll(/\s+/g, ' ').slice(0, MAX_TEXT),
    since: before?.since ?? before?.at ?? at,
    failures: (before?.failures ?? 0) + 1,
    name,
    ...(isRight && {
      rows: (JOBS as Record<string, JobKind>)[name]!.label(data as { organizationId: number }),
      organizationId: (data as { organizationId: number }).organizationId,
    }),
  };
  await connection
    .multi()
    .set(failureKey(prefix, job), JSON.stringify(record), 'EX', FAILURE_SECONDS)
    .zadd(indexKey(prefix), at, job)
    .zremrangebyscore(indexKey(prefix), 0, at - FAILURE_SECONDS * 1000)
    .exec();
  return record.failures!;
}

/**
 * Deletes the record of a job that has completed.
 * @param job its deduplication id.
 */
export async function removeFailure(connection: RedisConnection, prefix: string, job: string): Promise<void> {
  await connection.multi().del(failureKey(prefix, job)).zrem(indexKey(prefix), job).exec();
}

/** Returns the most recent failure of a job within the last ten minutes; null if there is none. */
export async function readFailure(
  connection: RedisConnection,
  prefix: string,
  job: string,
): Promise<JobFailure | null> {
  return parseFailure(await connection.get(failureKey(prefix, job)));
}

function parseFailure(text: string | null): JobFailure | null {
  if (text === null) return null;
  const record: unknown = JSON.parse(text);
  return Check(JobFailure, record) ? record : null;
}

/**
 * Lists the jobs that fail again and again, by kind and cause, the most frequent first.
 * @throws if Redis is unavailable.
 */
export async function listFailingJobs({
  connection,
  prefix,
}: Pick<JobQueues, 'connection' | 'prefix'>): Promise<FailingJobs[]> {
  const jobs = await connection.zrevrange(indexKey(prefix), 0, MOST_READ - 1);
  const texts = jobs.length === 0 ? [] : await connection.mget(jobs.map((job) => failureKey(prefix, job)));
  const failing = texts
    .map(parseFailure)
    .filter((record) => record !== null && isAgain(record)) as JobFailure[];
  // The same cause names other rows and values in each job.
  const groups = Map.groupBy(failing, ({ name, text }) => `${name} ${text.replaceAll(/\d+/g, '#')}`);
  return [...groups.values()]
    .map((group) => ({
      name: group[0]!.name ?? 'unknown',
      cause: group[0]!.text,
      count: group.length,
      rows: group.slice(0, MOST_NAMED).flatMap(nameRows),
      since: group.reduce((first, { since, at }) => Math.min(first, since ?? at), Number.POSITIVE_INFINITY),
    }))
    .toSorted((a, b) => b.count - a.count);
}

function isAgain({ at, since = at, failures = 1 }: JobFailure): boolean {
  return failures >= AGAIN.failures && at - since >= AGAIN.ms;
}

function nameRows({ rows, organizationId }: JobFailure): string[] {
  return rows === undefined ? [] : [`${rows} of organization ${organizationId}`];
}
