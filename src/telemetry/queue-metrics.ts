import { Gauge, type Registry } from 'prom-client';
import { withinTime } from './within-time.ts';

/** What is counted of a BullMQ queue. */
export type CountedQueue = { getJobCounts(): Promise<Record<string, number>> };

/** Redis may be away: the rest of the metrics are still served, in bounded time. */
const COUNT_LIMIT_MS = 1000;

/**
 * Adds `bullmq_jobs{queue,state}`, counted when the metrics are read. A queue that can't be counted then is left out.
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
}

async function countQueue([name, queue]: [string, CountedQueue]) {
  const states = await withinTime(queue.getJobCounts(), COUNT_LIMIT_MS).catch(() => ({}));
  return { queue: name, states };
}
