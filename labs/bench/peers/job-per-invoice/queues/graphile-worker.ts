import { makeWorkerUtils, run, runMigrations } from 'graphile-worker';
import { CONCURRENCY, type JobQueue } from '../job-queue.ts';

const NAME = 'issue';

export async function openGraphileWorker(databaseUrl: string): Promise<JobQueue> {
  const connection = { connectionString: databaseUrl };
  await runMigrations(connection);
  const client = await makeWorkerUtils(connection);
  return {
    async enqueue(invoiceIds) {
      await client.addJobs(invoiceIds.map((invoiceId) => ({ identifier: NAME, payload: { invoiceId } })));
    },
    async work(handle) {
      await run({
        ...connection,
        concurrency: CONCURRENCY,
        maxPoolSize: CONCURRENCY + 2,
        noHandleSignals: true,
        // The faster mode of the library: it fetches a hundred jobs at a time.
        preset: { worker: { localQueue: { size: 100 } } },
        taskList: { [NAME]: (payload) => handle((payload as { invoiceId: number }).invoiceId) },
      });
    },
  };
}
