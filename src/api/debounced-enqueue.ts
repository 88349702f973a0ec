import type { FastifyInstance } from 'fastify';
import type { NewJob } from '../platform/jobs/job-queues.ts';
import type { Dependencies } from './dependencies.ts';

type BatchJob = Extract<NewJob, { name: 'process-batch' }>;

/**
 * Minimum time between two transmissions, during which jobs are collected. Adding one job costs as
 * much as an answer; adding several together costs little more.
 */
const GATHER_MS = 20;

/**
 * Enqueues accepted batches for the workers. The first job is sent at once, after its answer; later
 * jobs are sent in groups every 20 ms. A failure here neither fails nor delays a request: the
 * reconciler finds the batch.
 */
export function createDebouncedEnqueue(
  app: FastifyInstance,
  { jobQueues, metrics, logger }: Pick<Dependencies, 'jobQueues' | 'metrics' | 'logger'>,
): (job: BatchJob) => void {
  const gathered: BatchJob[] = [];
  let sentAt = Number.NEGATIVE_INFINITY;

  const send = () => {
    const sent = gathered.splice(0);
    if (sent.length === 0) return;
    sentAt = performance.now();
    jobQueues.send(sent).catch((error: unknown) => {
      metrics.enqueueFailures.inc(sent.length);
      const batchIds = sent.map(({ payload }) => payload.batchId);
      logger.warn(
        { err: error, batchIds },
        'Jobs could not be enqueued; the reconciler will process the batches',
      );
    });
  };
  app.addHook('onClose', async () => send());

  return (job) => {
    gathered.push(job);
    if (gathered.length > 1) return;
    const rest = sentAt + GATHER_MS - performance.now();
    if (rest > 0) setTimeout(send, rest);
    else setImmediate(send);
  };
}
