/** A queue with a job for each invoice. */
export type JobQueue = {
  enqueue(invoiceIds: readonly number[]): Promise<void>;
  /** Works on the jobs from now on, some at a time. */
  work(handle: (invoiceId: number) => Promise<void>): Promise<void>;
};

export const QUEUE_NAMES = ['BullMQ', 'pg-boss', 'graphile-worker'] as const;
export type JobQueueName = (typeof QUEUE_NAMES)[number];

/** Jobs that a worker has in hand at the same time. */
export const CONCURRENCY = 10;
