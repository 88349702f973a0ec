import { Queue } from 'bullmq';
import type { QueueName } from '../../src/platform/jobs/catalog.ts';
import { DEFAULT_PREFIX, prefixOf } from '../../src/platform/jobs/keys.ts';
import type { Fault } from './fault.ts';
import { measureIssuing } from './lose-redis.ts';
import type { World } from './support/world.ts';

/** The number of additional copies of each job, enqueued without the deduplication. */
const COPIES = 3;

/** The maximum number of seconds that a recovery may take. */
const GOAL_SECONDS = 60;

export const deliverTwice: Fault<World> = {
  name: 'deliver-twice',
  hurts: 'every job delivered four times, in two workers at once',
  undone: 'not undone: the copies are processed',
  awaits: 'everything is issued',
  async run(world) {
    const { isShort } = world;
    await world.startIngress();
    const started = performance.now();
    const ids = await world.load({ batches: isShort ? 4 : 8, invoices: isShort ? 200 : 1000, series: 'D' });
    await using queues = openQueues(world);
    const batches = ids.map((batchId) => ({ organizationId: 1, batchId, invoices: 1000, work: 1000 }));
    let copies = await queues.add('batches', 'process-batch', batches);
    await world.startWorker();
    await world.startWorker();
    const recovery = await measureIssuing(world, started);

    const chunks = batches.flatMap(({ organizationId, batchId }) =>
      Array.from({ length: 10 }, (_, chunk) => ({
        organizationId,
        batchId,
        from: chunk * 100,
        to: chunk * 100 + 99,
      })),
    );
    copies += await queues.add('pdfs', 'render-pdfs', chunks);
    const { rows } = await world.pool.query<{ chain: number; organization: number }>(
      'select chain_id::float8 as chain, organization_id::float8 as organization from remissions',
    );
    const chains = rows.map(({ chain, organization }) => ({
      organizationId: organization,
      chainId: chain,
      records: 1,
      isFull: false,
    }));
    copies += await queues.add('remission', 'remit-records', chains);
    await world.finished();
    copies += await queues.add('batches', 'process-batch', batches);
    copies += await queues.add('pdfs', 'render-pdfs', chunks);
    await queues.drained();
    console.log(`    ${copies} jobs were delivered again`);
    return [{ what: 'everything is issued', seconds: recovery, limit: GOAL_SECONDS }];
  },
};

function openQueues({ ground }: World) {
  const connection = { url: ground.redisUrl };
  const names = ['batches', 'pdfs', 'remission'] as const satisfies readonly QueueName[];
  const queues = new Map<QueueName, Queue>(
    names.map((name) => [name, new Queue(name, { connection, prefix: prefixOf(name, DEFAULT_PREFIX) })]),
  );
  return {
    async add(queue: QueueName, name: string, payloads: readonly object[]): Promise<number> {
      const jobs = payloads.flatMap((data) => Array.from({ length: COPIES }, () => ({ name, data })));
      await queues.get(queue)!.addBulk(jobs);
      return jobs.length;
    },
    /** Waits until no copy waits or is worked on. */
    async drained(): Promise<void> {
      for (const queue of queues.values()) {
        while ((await queue.getJobCountByTypes('waiting', 'active')) > 0) {
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}
