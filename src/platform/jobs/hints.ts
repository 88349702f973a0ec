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
     * Somebody waits for it: goes before everything else. In a queue an organization has one such job at a time; what it sends
     * meanwhile is dropped, so whoever still waits sends it again.
     */
    urgent?: boolean;
    /** Invoices that it is about, envelopes, or seconds of a long print: decides about the priority of its organization's next jobs. Absent: before all others, in the order of its coming. */
    work?: number;
    /** Its rows wait for nothing any more: a job of theirs that sleeps is woken. */
    isDue?: boolean;
  };
}[JobName];

/** A hint that its own job's schema refuses: a fault of whoever made it. */
export type RefusedHint = Pick<Hint, 'name' | 'payload'> & { readonly why: string };

export class HintRefused extends Error {
  override name = 'HintRefused';
}

export type Hints = AsyncDisposable & {
  readonly queues: ReadonlyMap<QueueName, Queue>;
  /** Where they are, for what is kept beside them. */
  readonly connection: RedisConnection;
  readonly prefix: string;
  /**
   * Tells the workers to look at some rows. A hint that is already waiting or being worked on is not added twice; one that no worker would
   * run is not added, and keeps none of the others back.
   * @throws when Redis does not answer; callers that serve clients don't wait for it.
   */
  send(hints: readonly Hint[]): Promise<void>;
  /**
   * Tells again what may have been told before, without looking like new work of the organization. What a worker refused rests for a minute.
   * @returns those that were not waiting or being worked on: the lost ones.
   */
  repeat(hints: readonly Hint[]): Promise<Hint[]>;
};

/** So long a job is not hinted at again that a worker refused. */
const REFUSED_SECONDS = 60;

/**
 * Opens the queues for adding hints.
 * @param onRefused hears of hints that were not sent, after the others were. Default: it throws HintRefused.
 * @param now what priorities are reckoned with.
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
  /** What goes next where hints with a priority go: asked while something else is. */
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
        // What is there already is dropped by BullMQ, and must not count as work: whoever asks again and again would put himself behind all others.
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

/** Notes that a worker refused a job: the reconciler would send it again every two seconds for ever. @param hint deduplication id of the job. */
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
 * BullMQ wakes a job when the clock of a worker's machine says so: one that is slow, or leaps back, would let it sleep on. It may have
 * woken by itself meanwhile.
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
    // The check runs once, fails while Redis is away, and would leave the queue unusable for ever.
    skipVersionCheck: true,
  });
  // Without a listener Node ends the process; the connection logs its own errors.
  queue.on('error', () => {});
  return queue;
}

/** The queue that a hint goes to. */
export function queueOf({ name, payload }: Hint): QueueName {
  const { queue, small }: JobKind = JOBS[name];
  return small && small.measure(payload) <= small.mostInvoices ? small.queue : queue;
}

/*
 * BullMQ's deduplication lasts until the job ends, whatever its end. A job id made from the row would not do: adding the id
 * of a kept finished job does nothing, silently.
 */
function toJob(hint: Hint, priorities: AllPriorities, moment: Moment) {
  const { options } = JOBS[hint.name];
  return {
    name: hint.name,
    data: hint.payload,
    opts: {
      ...options,
      // One that waits to be tried again would keep back what else its organization asks for.
      ...(hint.urgent && { attempts: 1 }),
      deduplication: { id: identify(hint) },
      ...order(hint, priorities, moment),
    },
  };
}

/** To take a job up costs something whatever it is about: a flood of small ones is a flood. At the modest pace, and of several ingresses that reckon apart. */
const SECONDS_OF_JOB = 0.2;

/** When hints are sent, and the priority of the job that goes next then. */
type Moment = { readonly now: Date; readonly first: number | null };

/** What is urgent has none: BullMQ takes that first, in the order of its coming. */
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
 * Names the rows that a hint is about. One that overtakes another must not count as its double; an urgent one names its organization alone, so
 * that BullMQ itself, whatever process adds it, holds one of each.
 */
export function identify(hint: Hint): string {
  if (hint.urgent) return `${hint.name}-of-${hint.payload.organizationId}-urgent`;
  const kind: JobKind = JOBS[hint.name];
  return `${hint.name}-${kind.identify(hint.payload)}`;
}
