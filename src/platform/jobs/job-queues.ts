import { Queue } from 'bullmq';
import type { RedisConnection } from './connection.ts';
import type { Static } from 'typebox';
import { type JobKind, type JobName, JOBS, type QueueName } from './catalog.ts';
import { findFault } from './check-payload.ts';
import { QUEUE_NAMES } from '../../contracts/codes.ts';
import { createFirstPriorities } from './first-priorities.ts';
import { DEFAULT_PREFIX, prefixOf } from './keys.ts';
import { createPriorities, type Priorities } from './priorities.ts';

export type Payload<N extends JobName> = Static<(typeof JOBS)[N]['payload']>;
export type NewJob = {
  [N in JobName]: {
    name: N;
    payload: Payload<N>;
    /**
     * A client is waiting for the job: it runs before all others. An organization has at most one
     * urgent job per queue at a time. A further one is dropped, so a client that still waits must
     * enqueue again.
     */
    urgent?: boolean;
    /**
     * The amount of work: invoices, envelopes, or seconds of a long PDF. It determines the priority
     * of the organization's next jobs. A job without it runs before all prioritized jobs, first in,
     * first out.
     */
    work?: number;
    /** The rows no longer wait for anything: their job, if it is delayed, is promoted. */
    isDue?: boolean;
  };
}[JobName];

/** A job that its own schema refuses, which is a fault of the code that enqueued it. */
export type RefusedJob = Pick<NewJob, 'name' | 'payload'> & { readonly why: string };

export class JobNotEnqueued extends Error {
  override name = 'JobNotEnqueued';
}

export type JobQueues = AsyncDisposable & {
  readonly queues: ReadonlyMap<QueueName, Queue>;
  /** The connection of the queues, for keys that are stored beside them. */
  readonly connection: RedisConnection;
  readonly prefix: string;
  /**
   * Enqueues jobs that ask the workers to look at some rows. A job that is already waiting or
   * active is not added twice. A job that no worker could run is not added and does not hold back
   * the others.
   * @throws if Redis does not answer; callers that serve clients do not wait for the promise.
   */
  send(jobs: readonly NewJob[]): Promise<void>;
  /**
   * Enqueues jobs that may have been enqueued before, without counting them as new work of the
   * organization. A job that a worker refused is not repeated for a minute.
   * @returns the jobs that were lost: neither waiting nor active.
   */
  repeat(jobs: readonly NewJob[]): Promise<NewJob[]>;
};

/** The time in seconds during which a job that a worker refused is not enqueued again. */
const REFUSED_SECONDS = 60;

/**
 * Opens the queues for enqueuing jobs.
 * @param onRefused receives the jobs that were not enqueued, after the others were. By default it
 *   throws JobNotEnqueued.
 * @param now the clock from which priorities are computed.
 */
export function openJobQueues(
  connection: RedisConnection,
  prefix = DEFAULT_PREFIX,
  onRefused: (refused: readonly RefusedJob[]) => void = throwRefused,
  now: () => Date = () => new Date(),
): JobQueues {
  const queues = new Map(QUEUE_NAMES.map((name) => [name, openQueue(name, connection, prefix)]));
  const ownTurns = createAllPriorities();
  const findFirst = createFirstPriorities();
  /**
   * Reads the next priority of each queue that a prioritized job goes to. The requests run beside
   * others.
   */
  const askFirst = (jobs: readonly NewJob[]) =>
    new Map(
      jobs
        .filter(hasPriority)
        .map(queueOf)
        .map((name) => [name, findFirst(queues.get(name)!)]),
    );
  const add = async (jobs: readonly NewJob[], priorities: AllPriorities, firsts = askFirst(jobs)) => {
    for (const [name, queue] of queues) {
      const own = jobs.filter((job) => queueOf(job) === name);
      if (own.length === 0) continue;
      const moment = { now: now(), first: (await firsts.get(name)) ?? null };
      await queue.addBulk(own.map((job) => toJob(job, priorities, moment)));
    }
  };
  const addRight = async (jobs: readonly NewJob[], work: (right: readonly NewJob[]) => Promise<NewJob[]>) => {
    const faults = jobs.map(({ name, payload }) => findFault(name, payload));
    const done = await work(jobs.filter((_job, index) => faults[index] === null));
    const refused = jobs.flatMap(({ name, payload }, index) =>
      faults[index] === null ? [] : [{ name, payload, why: faults[index]! }],
    );
    if (refused.length > 0) onRefused(refused);
    return done;
  };
  const findJobs = (jobs: readonly NewJob[]) =>
    Promise.all(jobs.map((job) => queues.get(queueOf(job))!.getDeduplicationJobId(identify(job))));
  const repeatRight = async (jobs: readonly NewJob[]) => {
    const jobIds = await findJobs(jobs);
    const gone = jobs.filter((_job, index) => !jobIds[index]);
    const rests =
      gone.length === 0 ? [] : await connection.mget(gone.map((job) => refusalKey(prefix, identify(job))));
    const lost = gone.filter((_job, index) => !rests[index]);
    const asleep = jobs.flatMap((job, index) =>
      job.isDue && jobIds[index] ? [{ job, id: jobIds[index] }] : [],
    );
    await Promise.all(asleep.map(({ job, id }) => wake(queues.get(queueOf(job))!, id)));
    await add(lost, createAllPriorities());
    return lost;
  };
  return {
    queues,
    connection,
    prefix,
    async send(jobs) {
      await addRight(jobs, async (right) => {
        const firsts = askFirst(right);
        const jobIds = await findJobs(right);
        // BullMQ drops a job that exists already. It must not count as work, or a client that
        // repeats its request would fall behind all others.
        const isNew = (job: NewJob, index: number) => job.work === undefined || !jobIds[index];
        await add(right.filter(isNew), ownTurns, firsts);
        return [...right];
      });
    },
    repeat: (jobs) => addRight(jobs, repeatRight),
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
    },
  };
}

function throwRefused(refused: readonly RefusedJob[]): never {
  throw new JobNotEnqueued(refused.map(({ name, why }) => `${name}: ${why}`).join('; '));
}

function refusalKey(prefix: string, job: string): string {
  return `${prefix}:refused:${job}`;
}

/**
 * Records that a worker refused a job. Without the record the reconciler would enqueue it again
 * every two seconds.
 * @param job deduplication id of the job.
 */
export async function recordRefusal(connection: RedisConnection, prefix: string, job: string): Promise<void> {
  await connection.set(refusalKey(prefix, job), '1', 'EX', REFUSED_SECONDS);
}

type AllPriorities = ReadonlyMap<QueueName, Priorities>;

function createAllPriorities(): AllPriorities {
  return new Map(QUEUE_NAMES.map((name) => [name, createPriorities()]));
}

/**
 * Promotes a delayed job. BullMQ does so by the clock of a worker's machine; a clock that is slow
 * or jumps back would delay the job further. The job may have been promoted in the meantime.
 */
async function wake(queue: Queue, id: string): Promise<void> {
  const job = await queue.getJob(id);
  if (await job?.isDelayed()) await job!.promote().catch(() => {});
}

function openQueue(name: QueueName, connection: RedisConnection, prefix: string): Queue {
  const queue = new Queue(name, {
    connection,
    prefix: prefixOf(name, prefix),
    streams: { events: { maxLen: 1000 } },
    skipWaitingForReady: true,
    // BullMQ checks the version only once. If Redis is unavailable then, the check fails and leaves
    // the queue unusable.
    skipVersionCheck: true,
  });
  // Without a listener Node ends the process. The connection logs its own errors.
  queue.on('error', () => {});
  return queue;
}

/** Returns the queue that a job goes to. */
export function queueOf({ name, payload }: NewJob): QueueName {
  const { queue, small }: JobKind = JOBS[name];
  return small && small.measure(payload) <= small.mostInvoices ? small.queue : queue;
}

/*
 * BullMQ's deduplication lasts until the job ends, whether it completes or fails. A job id derived
 * from the row would not work: BullMQ silently ignores a new job with the id of a finished job that
 * is kept.
 */
function toJob(job: NewJob, priorities: AllPriorities, moment: Moment) {
  const { options } = JOBS[job.name];
  return {
    name: job.name,
    data: job.payload,
    opts: {
      ...options,
      // A job that waits for its next attempt would block the organization's other urgent jobs.
      ...(job.urgent && { attempts: 1 }),
      deduplication: { id: identify(job) },
      ...order(job, priorities, moment),
    },
  };
}

/**
 * The assumed cost in seconds of starting a job of any size, so that many small jobs count as much
 * work. It allows for several API processes that compute priorities independently.
 */
const SECONDS_OF_JOB = 0.2;

/** The time when jobs are enqueued, and the priority of the next job at that time. */
type Moment = { readonly now: Date; readonly first: number | null };

/** An urgent job has no priority. BullMQ takes jobs without one first, in the order of arrival. */
function hasPriority<H extends NewJob>(job: H): job is H & { work: number } {
  return !job.urgent && job.work !== undefined;
}

function order(job: NewJob, priorities: AllPriorities, { now, first }: Moment): { priority?: number } {
  if (!hasPriority(job)) return {};
  const seconds = SECONDS_OF_JOB + job.work * JOBS[job.name].secondsOfWork;
  const { organizationId } = job.payload;
  return { priority: priorities.get(queueOf(job))!.next(organizationId, seconds, now, first) };
}

/**
 * Returns the deduplication id of a job. A job that may overtake another must have a different id.
 * An urgent job's id names only its organization, so that BullMQ holds at most one of each kind,
 * whichever process adds it.
 */
export function identify(job: NewJob): string {
  if (job.urgent) return `${job.name}-of-${job.payload.organizationId}-urgent`;
  const kind: JobKind = JOBS[job.name];
  return `${job.name}-${kind.identify(job.payload)}`;
}
