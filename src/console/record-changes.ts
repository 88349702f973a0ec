import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Act, ActorRefused, type DashboardOrder, type OperatorAct } from '../contracts/acts.ts';
import { withinTime } from '../platform/telemetry/within-time.ts';
import { explainRefused, orderOf, requireViewer } from './viewer.ts';

/** An act that is written down and becomes visible with `keep`, once it took effect, or with `keepUnknown`, where it may have: that can be repeated. */
type PendingAct = { keep(): Promise<void>; keepUnknown(): Promise<void>; drop(): Promise<void> };
/** Writes down an act before it is done. @throws where that is not possible: then it is not done. */
export type BeginAct = (order: DashboardOrder, act: Act) => Promise<PendingAct>;

/** Where Bull Board is. */
export const JOBS = '/jobs';

/*
 * What operators may change, besides reading. Not: adding jobs, editing their data, and what empties or destroys a queue. Work
 * is made by rows in PostgreSQL, never here.
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

/** The shape in which the board's page shows a message. */
const NOT_WRITTEN_DOWN = {
  error: { key: 'ERRORS.GENERIC' },
  message:
    'Nothing was changed: what operators do is written down in the database, which cannot be reached now.',
};

/** A change that cannot be begun in this time is given up: an operator who has seen nothing happen does something else. */
const BEGIN_MS = 4000;
const LATE_EVERY_MS = 2000;

/** So long the board may take. The database ends a transaction that waits for ten seconds. */
const PATIENCE_MS = 8000;

/** Whether what was asked for was done: refusals (4xx) come before it; what fails may have failed after it, Redis' answer being lost. */
function judge(status: number): keyof PendingAct {
  if (status < 400) return 'keep';
  return status < 500 ? 'drop' : 'keepUnknown';
}

const SAID = {
  keep: 'Operator changed a queue',
  keepUnknown: 'Operator may have changed a queue: its outcome is not known',
};

/** Begins an act in time or not at all: one that begins later is dropped. */
async function beginInTime(beginning: Promise<PendingAct>): Promise<PendingAct> {
  try {
    return await withinTime(beginning, BEGIN_MS);
  } catch (error) {
    beginning.then((late) => late.drop()).catch(() => {});
    throw error;
  }
}

/** @returns whether it is to go on. */
function waitForNextTry(signal: AbortSignal): Promise<boolean> {
  return wait(LATE_EVERY_MS, true, { ref: false, signal }).catch(() => false);
}

/**
 * Sees to it that each change of a queue is written down with its operator: what cannot be written down is not done, what was refused is not
 * written down, and of what failed or never ended it is written down that nobody knows. Where the database goes before a change is done, its
 * act is written as soon as it is back. Install it behind the login.
 */
export function recordChanges(app: FastifyInstance, begin: BeginAct, patienceMs = PATIENCE_MS): void {
  const begun = new Map<FastifyRequest, Begun>();
  const stopping = new AbortController();

  /** Until the process ends: the line in the log is all there is then. */
  async function writeLater(request: FastifyRequest, pending: PendingAct, told: Told): Promise<void> {
    while (await waitForNextTry(stopping.signal)) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one try after the other
        await pending.keepUnknown();
        return request.log.warn(told, 'What an operator changed is written down now');
      } catch (error) {
        // The session is over meanwhile.
        if (error instanceof ActorRefused)
          return request.log.error(
            { err: error, ...told },
            'What an operator changed is written down here alone',
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
        `${SAID[ending]}. It could not be written down in the database: until that is told here, this line is all there is`,
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
      // Who has gone meanwhile, or whose proxy has, was told that it failed.
      if (request.raw.socket.destroyed) {
        await pending.drop();
        throw new Error('The client is gone');
      }
      const timer = setTimeout(() => void end(request, 'keepUnknown'), patienceMs);
      begun.set(request, { pending, told: { act, operator, client, ...details }, timer });
    } catch (error) {
      request.log.error(
        { err: error, act, client, ...details },
        'A change was refused: nothing of it is done',
      );
      if (!(error instanceof ActorRefused)) return reply.code(503).send(NOT_WRITTEN_DOWN);
      const message = explainRefused(requireViewer(request));
      return reply.code(403).send({ error: NOT_WRITTEN_DOWN.error, message });
    }
  });

  // Before the answer: whoever has it can look the act up. It comes too where the client is gone.
  app.addHook('onSend', (request, reply) => end(request, judge(reply.statusCode)));

  // What is still being done when the process is stopped.
  app.addHook('onClose', async () => {
    stopping.abort();
    await Promise.all([...begun.keys()].map((request) => end(request, 'keepUnknown')));
  });
}
