import type { FastifyInstance } from 'fastify';
import type { Hint } from '../platform/jobs/hints.ts';
import type { Dependencies } from './dependencies.ts';

type BatchHint = Extract<Hint, { name: 'process-batch' }>;

/** So long hints gather after others were sent: adding one job costs as much as an answer, adding some together little more. */
const GATHER_MS = 20;

/**
 * Tells workers of accepted batches: the first at once, when its answer is on its way, those that follow some at a time. Nothing that happens here fails
 * a request, nor makes it wait.
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
      logger.warn({ err: error, batchIds }, 'Hints lost; the reconciler will find the batches');
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
