import type { ProcessBatchJob } from '../../src/contracts/jobs.ts';
import { eventually } from './eventually.ts';
import type { TestQueues } from './worker.ts';

export type Works = {
  /** The batches whose job was worked on. */
  readonly done: readonly number[];
  /** Enqueues a batch's job as the reconciler does, until a worker has taken it. */
  readonly bring: (batchId: number) => Promise<void>;
};

/** Starts a worker that records the batches of its jobs. */
export function workOff(queues: TestQueues): Works {
  const done: number[] = [];
  queues.work('batches', {
    'process-batch': async ({ batchId }: ProcessBatchJob) => {
      done.push(batchId);
      return {};
    },
  });
  const payload = (batchId: number) => ({ organizationId: 1, batchId, invoices: 100, work: 100 });
  return {
    done,
    bring: async (batchId) => {
      await eventually(
        async () =>
          queues.jobQueues.send([{ name: 'process-batch', payload: payload(batchId) }]).then(
            () => done.includes(batchId),
            () => false,
          ),
        { every: 100, within: 20_000, what: `work on batch ${batchId}` },
      );
    },
  };
}
