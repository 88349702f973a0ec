import { Gauge, type Registry } from 'prom-client';
import { withinTime } from './within-time.ts';

/** What is counted of a BullMQ queue. */
export type CountedQueue = {
  getJobCounts(): Promise<Record<string, number>>;
  isPaused(): Promise<boolean>;
};

/** Redis may be away: the rest of the metrics are still served, in bounded time. */
const COUNT_LIMIT_MS = 1000;

/**
 * Adds `bullmq_jobs{queue,state}` and `bullmq_queue_paused{queue}`, counted when the metrics are read. A queue that can't be counted then is left
 * out. Its jobs keep their states while it is paused.
 * @param queues by their name.
 */
export function countQueues(registry: Registry, queues: ReadonlyMap<string, CountedQueue>): void {
  const jobs = new Gauge({
    name: 'bullmq_jobs',
    help: 'Jobs in Redis, by queue and state',
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
    name: 'bullmq_queue_paused',
    help: '1 while an operator has paused the queue: no worker takes a job of it',
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
