import { PgBoss } from 'pg-boss';
import { CONCURRENCY, type JobQueue } from '../job-queue.ts';

const NAME = 'invoices';
/**
 * The number of jobs of one fetch. pg-boss queries the database again only when all of them are
 * done.
 */
const BATCH = 100;

export async function openPgBoss(databaseUrl: string): Promise<JobQueue> {
  const boss = new PgBoss({ connectionString: databaseUrl, useListenNotify: true });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue(NAME, { notify: true });
  return {
    async enqueue(invoiceIds) {
      await boss.insert(
        NAME,
        invoiceIds.map((invoiceId) => ({ data: { invoiceId } })),
      );
    },
    async work(handle) {
      const options = { batchSize: BATCH, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true };
      await boss.work<{ invoiceId: number }>(NAME, options, async (jobs) => {
        const due = [...jobs];
        const run = async () => {
          for (let job = due.shift(); job !== undefined; job = due.shift()) await handle(job.data.invoiceId);
        };
        await Promise.all(Array.from({ length: CONCURRENCY }, run));
      });
    },
  };
}
