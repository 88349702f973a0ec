import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Act, ActorRefused, type DashboardOrder, type OperatorAct } from '../contracts/acts.ts';
import { withinTime } from '../platform/telemetry/within-time.ts';
import { explainRefused, orderOf, requireViewer } from './viewer.ts';

/**
 * A recorded act that is not visible yet. `keep` makes it visible after it took effect,
 * `keepUnknown` if it may have taken effect (can be repeated), and `drop` discards it.
 */
type PendingAct = { keep(): Promise<void>; keepUnknown(): Promise<void>; drop(): Promise<void> };
/**
 * Records an act before it is carried out.
 * @throws if it cannot be recorded; then it is not carried out.
 */
export type BeginAct = (order: DashboardOrder, act: Act) => Promise<PendingAct>;

/** Path of Bull Board. */
export const JOBS = '/jobs';

/*
 * Changes that operators may make. Adding jobs, editing their data, and emptying or destroying a
 * queue are excluded, because only rows in PostgreSQL create work.
 */
export const CHANGES: ReadonlyMap<string, OperatorAct> = new Map([
  ['/api/queues/pause', 'queue.pause'],
  ['/api/queues/resume', 'queue.resume'],
  ['/api/queues/:queueName/pause', 'queue.pause'],
  ['/api/queues/:queueName/resume', 'queue.resume'],
  ['/api/queues/:queueName/retry/:queueStatus', 'queue.retry'],
  ['/api/queues/:queueName/promote', 'queue.promote'],
  ['/api/queues/:queueName/clean/:queueStatus', 'queue.clean'],
  ['/api/queues/:queueName/:jobId/retry', 'job.retry'],
  ['/api/queues/:queueName/:jobId/promote', 'job.promote'],
  ['/api/queues/:queueName/:jobId/clean', 'job.clean'],
]);

type Told = Record<string, unknown>;
type Begun = { readonly pending: PendingAct; readonly told: Told; readonly timer: NodeJS.Timeout };

/** Message in the format in which the board's page shows it. */
const NOT_WRITTEN_DOWN = {
  error: { key: 'ERRORS.GENERIC' },
  message:
    'Nothing was changed: every change of an operator is recorded in the database first, which is not available now.',
};

/**
 * Time within which a change must begin. After it the change is abandoned, because an operator who
 * sees no effect does something else.
 */
const BEGIN_MS = 4000;
const LATE_EVERY_MS = 2000;

/** Time that the board may take. The database ends a transaction that waits for ten seconds. */
const PATIENCE_MS = 8000;

/**
 * Determines from the status whether the change was made. A refusal (4xx) precedes the change. Any
 * other failure may follow it, for example if the answer of Redis was lost.
 */
function judge(status: number): keyof PendingAct {
  if (status < 400) return 'keep';
  return status < 500 ? 'drop' : 'keepUnknown';
}

const SAID = {
  keep: 'Operator changed a queue',
  keepUnknown: 'Operator may have changed a queue; the outcome is unknown',
};

/** Begins an act within the limit; an act that begins later is dropped. */
async function beginInTime(beginning: Promise<PendingAct>): Promise<PendingAct> {
  try {
    return await withinTime(beginning, BEGIN_MS);
  } catch (error) {
    beginning.then((late) => late.drop()).catch(() => {});
    throw error;
  }
}

/**
 * Waits for the next attempt.
 * @returns false if the process is stopping.
 */
function waitForNextTry(signal: AbortSignal): Promise<boolean> {
  return wait(LATE_EVERY_MS, true, { ref: false, signal }).catch(() => false);
}

/**
 * Records each change of a queue with its operator. A change that cannot be recorded is not made. A
 * refused change is not recorded. A change that failed or never ended is recorded with an unknown
 * outcome. If the database becomes unavailable before a change is done, its act is written as soon
 * as the database is back. The hooks must run behind the login.
 *
 * States of an act: begun → kept (the change was made), dropped (it was refused), or kept as
 * unknown (it failed, took too long, or the process stopped).
 */
export function recordChanges(app: FastifyInstance, begin: BeginAct, patienceMs = PATIENCE_MS): void {
  const begun = new Map<FastifyRequest, Begun>();
  const stopping = new AbortController();

  /** Retries until the process stops. Until it succeeds, the line in the log is the only record. */
  async function writeLater(request: FastifyRequest, pending: PendingAct, told: Told): Promise<void> {
    while (await waitForNextTry(stopping.signal)) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one try after the other
        await pending.keepUnknown();
        return request.log.warn(told, 'The change of an operator is now recorded in the database');
      } catch (error) {
        // The session has ended meanwhile.
        if (error instanceof ActorRefused)
          return request.log.error(
            { err: error, ...told },
            'The change of an operator is recorded only in this log',
          );
      }
    }
  }

  async function end(request: FastifyRequest, ending: keyof PendingAct): Promise<void> {
    const change = begun.get(request);
    if (change === undefined) return;
    begun.delete(request);
    const { pending, told, timer } = change;
    clearTimeout(timer);
    if (ending === 'drop') {
      await pending.drop().catch(() => {});
      return;
    }
    try {
      await pending[ending]();
      request.log[ending === 'keep' ? 'info' : 'warn'](told, SAID[ending]);
    } catch (error) {
      request.log.error(
        { err: error, ...told },
        `${SAID[ending]}. It could not be recorded in the database; until this log reports that it was, this line is its only record`,
      );
      void writeLater(request, pending, told);
    }
  }

  app.addHook('preHandler', async (request, reply) => {
    const act =
      request.method === 'GET' ? undefined : CHANGES.get((request.routeOptions.url ?? '').slice(JOBS.length));
    if (act === undefined) return;
    const { queueName, jobId, queueStatus } = request.params as Record<string, string | undefined>;
    const order = orderOf(request);
    const { operator, client } = order;
    const details = { queue: queueName ?? 'all', job: jobId, state: queueStatus };
    try {
      const pending = await beginInTime(begin(order, { act, details }));
      // A client that has disconnected, or whose proxy has, was told that the change failed.
      if (request.raw.socket.destroyed) {
        await pending.drop();
        throw new Error('The client closed the connection');
      }
      const timer = setTimeout(() => void end(request, 'keepUnknown'), patienceMs);
      begun.set(request, { pending, told: { act, operator, client, ...details }, timer });
    } catch (error) {
      request.log.error(
        { err: error, act, client, ...details },
        'A change of an operator was refused; nothing was done',
      );
      if (!(error instanceof ActorRefused)) return reply.code(503).send(NOT_WRITTEN_DOWN);
      const message = explainRefused(requireViewer(request));
      return reply.code(403).send({ error: NOT_WRITTEN_DOWN.error, message });
    }
  });

  // Runs before the answer is sent, so that its receiver can look the act up. It also runs if the
  // client has disconnected.
  app.addHook('onSend', (request, reply) => end(request, judge(reply.statusCode)));

  // Ends the changes that are in progress when the process stops.
  app.addHook('onClose', async () => {
    stopping.abort();
    await Promise.all([...begun.keys()].map((request) => end(request, 'keepUnknown')));
  });
}
