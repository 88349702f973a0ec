/** A queue with one job per invoice. */
export type JobQueue = {
  enqueue(invoiceIds: readonly number[]): Promise<void>;
  /** Starts to work on the jobs, several at a time. */
  work(handle: (invoiceId: number) => Promise<void>): Promise<void>;
};

export const QUEUE_NAMES = ['BullMQ', 'pg-boss', 'graphile-worker'] as const;
export type JobQueueName = (typeof QUEUE_NAMES)[number];

/** The number of jobs that a worker runs at the same time. */
export const CONCURRENCY = 10;
