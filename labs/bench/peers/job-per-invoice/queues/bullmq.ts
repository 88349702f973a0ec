import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { CONCURRENCY, type JobQueue } from '../job-queue.ts';

const NAME = 'invoices';
const OPTIONS = { attempts: 3, removeOnComplete: 1000, removeOnFail: 1000 };

export function openBullmq(redisUrl: string): JobQueue {
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const queue = new Queue<{ invoiceId: number }>(NAME, { connection });
  return {
    async enqueue(invoiceIds) {
      await queue.addBulk(
        invoiceIds.map((invoiceId) => ({ name: 'issue', data: { invoiceId }, opts: OPTIONS })),
      );
    },
    async work(handle) {
      const worker = new Worker<{ invoiceId: number }>(NAME, ({ data }) => handle(data.invoiceId), {
        connection: connection.duplicate(),
        concurrency: CONCURRENCY,
      });
      await worker.waitUntilReady();
    },
  };
}
