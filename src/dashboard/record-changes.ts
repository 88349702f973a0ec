import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Act, OperatorAct, Order } from '../contracts/acts.ts';

/** An act that is written down and becomes visible with `keep`, once it took effect. */
type PendingAct = { keep(): Promise<void>; drop(): Promise<void> };
/** Writes down an act before it is done. @throws where that is not possible: then it is not done. */
export type BeginAct = (order: Order, act: Act) => Promise<PendingAct>;

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

type Begun = { readonly pending: PendingAct; readonly told: Record<string, unknown> };

/** The shape in which the board's page shows a message. */
const NOT_WRITTEN_DOWN = {
  error: { key: 'ERRORS.GENERIC' },
  message:
    'Nothing was changed: what operators do is written down in the database, which cannot be reached now.',
};

/**
 * Sees to it that each change of a queue is written down with its operator: what cannot be written down is not done, what was refused or failed
 * is not written down. Install it behind the login.
 */
export function recordChanges(app: FastifyInstance, operator: string, begin: BeginAct): void {
  const begun = new WeakMap<FastifyRequest, Begun>();

  app.addHook('preHandler', async (request, reply) => {
    const act = request.method === 'GET' ? undefined : CHANGES.get(request.routeOptions.url ?? '');
    if (act === undefined) return;
    const { queueName, jobId, queueStatus } = request.params as Record<string, string | undefined>;
    const details = { queue: queueName ?? 'all', job: jobId, state: queueStatus, client: request.ip };
    try {
      const pending = await begin({ operator, reason: null }, { act, details });
      begun.set(request, { pending, told: { act, operator, ...details } });
    } catch (error) {
      request.log.error({ err: error, act, ...details }, 'A change was refused: it cannot be written down');
      await reply.code(503).send(NOT_WRITTEN_DOWN);
    }
  });

  // Before the answer: whoever has it can look the act up.
  app.addHook('onSend', async (request, reply) => {
    const change = begun.get(request);
    if (change === undefined) return;
    begun.delete(request);
    const { pending, told } = change;
    if (reply.statusCode >= 400) {
      await pending.drop().catch(() => {});
      return;
    }
    try {
      await pending.keep();
      request.log.info({ ...told, status: reply.statusCode }, 'Operator changed a queue');
    } catch (error) {
      request.log.error(
        { err: error, ...told, status: reply.statusCode },
        'Operator changed a queue, and it could not be written down in the database: this line is all there is',
      );
    }
  });
}
