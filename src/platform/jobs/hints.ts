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
export type Hint = {
  [N in JobName]: {
    name: N;
    payload: Payload<N>;
    /**
     * A client is waiting for the job: it runs before all others. An organization has at most one urgent job per
     * queue at a time. A further one is dropped, so a client that still waits must enqueue again.
     */
    urgent?: boolean;
    /**
     * The amount of work: invoices, envelopes, or seconds of a long PDF. It determines the priority of the
     * organization's next jobs. A job without it runs before all prioritized jobs, first in, first out.
     */
    work?: number;
    /** The rows no longer wait for anything: their job, if it is delayed, is promoted. */
    isDue?: boolean;
  };
}[JobName];

/** A job that its own schema refuses, which is a fault of the code that enqueued it. */
export type RefusedHint = Pick<Hint, 'name' | 'payload'> & { readonly why: string };

export class HintRefused extends Error {
  override name = 'HintRefused';
}

export type Hints = AsyncDisposable & {
  readonly queues: ReadonlyMap<QueueName, Queue>;
  /** The connection of the queues, for keys that are stored beside them. */
  readonly connection: RedisConnection;
  readonly prefix: string;
  /**
   * Enqueues jobs that ask the workers to look at some rows. A job that is already waiting or active is not added
   * twice. A job that no worker could run is not added and does not hold back the others.
   * @throws if Redis does not answer; callers that serve clients do not wait for the promise.
   */
  send(hints: readonly Hint[]): Promise<void>;
  /**
   * Enqueues jobs that may have been enqueued before, without counting them as new work of the organization. A job
   * that a worker refused is not repeated for a minute.
   * @returns the jobs that were lost: neither waiting nor active.
   */
  repeat(hints: readonly Hint[]): Promise<Hint[]>;
};

/** The time in seconds during which a job that a worker refused is not enqueued again. */
const REFUSED_SECONDS = 60;

/**
 * Opens the queues for enqueuing jobs.
 * @param onRefused receives the jobs that were not enqueued, after the others were. By default it throws
 * HintRefused.
 * @param now the clock from which priorities are computed.
 */
export function openHints(
  connection: RedisConnection,
  prefix = DEFAULT_PREFIX,
  onRefused: (refused: readonly RefusedHint[]) => void = throwRefused,
  now: () => Date = () => new Date(),
): Hints {
  const queues = new Map(QUEUE_NAMES.map((name) => [name, openQueue(name, connection, prefix)]));
  const ownTurns = createAllPriorities();
  const findFirst = createFirstPriorities();
  /** Reads the next priority of each queue that a prioritized job goes to. The requests run beside others. */
  const askFirst = (hints: readonly Hint[]) =>
    new Map(
      hints
        .filter(hasPriority)
        .map(queueOf)
        .map((name) => [name, findFirst(queues.get(name)!)]),
    );
  const add = async (hints: readonly Hint[], priorities: AllPriorities, firsts = askFirst(hints)) => {
    for (const [name, queue] of queues) {
      const own = hints.filter((hint) => queueOf(hint) === name);
      if (own.length === 0) continue;
      const moment = { now: now(), first: (await firsts.get(name)) ?? null };
      await queue.addBulk(own.map((hint) => toJob(hint, priorities, moment)));
    }
  };
  const addRight = async (hints: readonly Hint[], work: (right: readonly Hint[]) => Promise<Hint[]>) => {
    const faults = hints.map(({ name, payload }) => findFault(name, payload));
    const done = await work(hints.filter((_hint, index) => faults[index] === null));
    const refused = hints.flatMap(({ name, payload }, index) =>
      faults[index] === null ? [] : [{ name, payload, why: faults[index]! }],
    );
    if (refused.length > 0) onRefused(refused);
    return done;
  };
  const findJobs = (hints: readonly Hint[]) =>
    Promise.all(hints.map((hint) => queues.get(queueOf(hint))!.getDeduplicationJobId(identify(hint))));
  const repeatRight = async (hints: readonly Hint[]) => {
    const jobs = await findJobs(hints);
    const gone = hints.filter((_hint, index) => !jobs[index]);
    const rests =
      gone.length === 0 ? [] : await connection.mget(gone.map((hint) => refusalKey(prefix, identify(hint))));
    const lost = gone.filter((_hint, index) => !rests[index]);
    const asleep = hints.flatMap((hint, index) =>
      hint.isDue && jobs[index] ? [{ hint, id: jobs[index] }] : [],
    );
    await Promise.all(asleep.map(({ hint, id }) => wake(queues.get(queueOf(hint))!, id)));
    await add(lost, createAllPriorities());
    return lost;
  };
  return {
    queues,
    connection,
    prefix,
    async send(hints) {
      await addRight(hints, async (right) => {
        const firsts = askFirst(right);
        const jobs = await findJobs(right);
        // BullMQ drops a job that exists already. It must not count as work, or a client that repeats its request
        // would fall behind all others.
        const isNew = (hint: Hint, index: number) => hint.work === undefined || !jobs[index];
        await add(right.filter(isNew), ownTurns, firsts);
        return [...right];
      });
    },
    repeat: (hints) => addRight(hints, repeatRight),
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
    },
  };
}

function throwRefused(refused: readonly RefusedHint[]): never {
  throw new HintRefused(refused.map(({ name, why }) => `${name}: ${why}`).join('; '));
}

function refusalKey(prefix: string, hint: string): string {
  return `${prefix}:refused:${hint}`;
}

/**
 * Records that a worker refused a job. Without the record the reconciler would enqueue it again every two seconds.
 * @param hint deduplication id of the job.
 */
export async function recordRefusal(
  connection: RedisConnection,
  prefix: string,
  hint: string,
): Promise<void> {
  await connection.set(refusalKey(prefix, hint), '1', 'EX', REFUSED_SECONDS);
}

type AllPriorities = ReadonlyMap<QueueName, Priorities>;

function createAllPriorities(): AllPriorities {
  return new Map(QUEUE_NAMES.map((name) => [name, createPriorities()]));
}

/**
 * Promotes a delayed job. BullMQ does so by the clock of a worker's machine; a clock that is slow or jumps back
 * would delay the job further. The job may have been promoted in the meantime.
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
    // BullMQ checks the version only once. If Redis is unavailable then, the check fails and leaves the queue
    // unusable.
    skipVersionCheck: true,
  });
  // Without a listener Node ends the process. The connection logs its own errors.
  queue.on('error', () => {});
  return queue;
}

/** Returns the queue that a job goes to. */
export function queueOf({ name, payload }: Hint): QueueName {
  const { queue, small }: JobKind = JOBS[name];
  return small && small.measure(payload) <= small.mostInvoices ? small.queue : queue;
}

/*
 * BullMQ's deduplication lasts until the job ends, whether it completes or fails. A job id derived from the row
 * would not work: BullMQ silently ignores a new job with the id of a finished job that is kept.
 */
function toJob(hint: Hint, priorities: AllPriorities, moment: Moment) {
  const { options } = JOBS[hint.name];
  return {
    name: hint.name,
    data: hint.payload,
    opts: {
      ...options,
      // A job that waits for its next attempt would block the organization's other urgent jobs.
      ...(hint.urgent && { attempts: 1 }),
      deduplication: { id: identify(hint) },
      ...order(hint, priorities, moment),
    },
  };
}

/**
 * The assumed cost in seconds of starting a job of any size, so that many small jobs count as much work. It allows
 * for several API processes that compute priorities independently.
 */
const SECONDS_OF_JOB = 0.2;

/** The time when jobs are enqueued, and the priority of the next job at that time. */
type Moment = { readonly now: Date; readonly first: number | null };

/** An urgent job has no priority. BullMQ takes jobs without one first, in the order of arrival. */
function hasPriority<H extends Hint>(hint: H): hint is H & { work: number } {
  return !hint.urgent && hint.work !== undefined;
}

function order(hint: Hint, priorities: AllPriorities, { now, first }: Moment): { priority?: number } {
  if (!hasPriority(hint)) return {};
  const seconds = SECONDS_OF_JOB + hint.work * JOBS[hint.name].secondsOfWork;
  const { organizationId } = hint.payload;
  return { priority: priorities.get(queueOf(hint))!.next(organizationId, seconds, now, first) };
}

/**
 * Returns the deduplication id of a job. A job that may overtake another must have a different id. An urgent job's
 * id names only its organization, so that BullMQ holds at most one of each kind, whichever process adds it.
 */
export function identify(hint: Hint): string {
  if (hint.urgent) return `${hint.name}-of-${hint.payload.organizationId}-urgent`;
  const kind: JobKind = JOBS[hint.name];
  return `${hint.name}-${kind.identify(hint.payload)}`;
}
