import type { FastifyInstance } from 'fastify';
import type { Hint } from '../platform/jobs/hints.ts';
import type { Dependencies } from './dependencies.ts';

type BatchHint = Extract<Hint, { name: 'process-batch' }>;

/**
 * Minimum time between two transmissions, during which hints are collected. Adding one job costs as much as
 * an answer; adding several together costs little more.
 */
const GATHER_MS = 20;

/**
 * Enqueues accepted batches for the workers. The first hint is sent at once, after its answer; later hints
 * are sent in groups every 20 ms. A failure here neither fails nor delays a request: the reconciler finds the
 * batch.
 */
export function createDebouncedEnqueue(
  app: FastifyInstance,
  { hints, metrics, logger }: Pick<Dependencies, 'hints' | 'metrics' | 'logger'>,
): (hint: BatchHint) => void {
  const gathered: BatchHint[] = [];
  let sentAt = Number.NEGATIVE_INFINITY;

  const send = () => {
    const sent = gathered.splice(0);
    if (sent.length === 0) return;
    sentAt = performance.now();
    hints.send(sent).catch((error: unknown) => {
      metrics.hintFailures.inc(sent.length);
      const batchIds = sent.map(({ payload }) => payload.batchId);
      logger.warn(
        { err: error, batchIds },
        'Jobs could not be enqueued; the reconciler will process the batches',
      );
    });
  };
  app.addHook('onClose', async () => send());

  return (hint) => {
    gathered.push(hint);
    if (gathered.length > 1) return;
    const rest = sentAt + GATHER_MS - performance.now();
    if (rest > 0) setTimeout(send, rest);
    else setImmediate(send);
  };
}
