import { Gauge, type Registry } from 'prom-client';
import { withinTime } from './within-time.ts';

/** The methods of a BullMQ queue from which metrics are read. */
export type CountedQueue = {
  getJobCounts(): Promise<Record<string, number>>;
  isPaused(): Promise<boolean>;
};

/**
 * The time limit in milliseconds. If Redis is unavailable, the other metrics must still be served.
 */
const COUNT_LIMIT_MS = 1000;

/**
 * Adds `invoice_engine_bullmq_jobs{queue,state}` and `invoice_engine_bullmq_queue_paused{queue}`,
 * read when the metrics are read. A queue that cannot be read is omitted. Jobs keep their states
 * while their queue is paused.
 * @param queues by name.
 */
export function countQueues(registry: Registry, queues: ReadonlyMap<string, CountedQueue>): void {
  const jobs = new Gauge({
    name: 'invoice_engine_bullmq_jobs',
    help: 'Number of jobs in Redis, by queue and state',
    labelNames: ['queue', 'state'] as const,
    registers: [],
    async collect() {
      const counts = await Promise.all([...queues].map(countQueue));
      this.reset();
      for (const { queue, states } of counts) {
        for (const [state, count] of Object.entries(states)) this.set({ queue, state }, count);
      }
    },
  });
  registry.registerMetric(jobs);
  const paused = new Gauge({
    name: 'invoice_engine_bullmq_queue_paused',
    help: '1 while the queue is paused, so that no worker takes jobs from it; otherwise 0',
    labelNames: ['queue'] as const,
    registers: [],
    async collect() {
      const states = await Promise.all([...queues].map(readPaused));
      this.reset();
      for (const { queue, isPaused } of states) if (isPaused !== null) this.set({ queue }, isPaused ? 1 : 0);
    },
  });
  registry.registerMetric(paused);
}

async function readPaused([name, queue]: [string, CountedQueue]) {
  const isPaused = await withinTime(queue.isPaused(), COUNT_LIMIT_MS).catch(() => null);
  return { queue: name, isPaused };
}

async function countQueue([name, queue]: [string, CountedQueue]) {
  const states = await withinTime(queue.getJobCounts(), COUNT_LIMIT_MS).catch(() => ({}));
  return { queue: name, states };
}
