import type { NewJob } from '../../src/platform/jobs/job-queues.ts';
import { reconcile } from '../../workers/reconcile.ts';
import type { TestApi } from './api.ts';
import { createMetrics } from './metrics.ts';

const HOUR_MS = 3_600_000;

/** Returns the jobs that the reconciler would enqueue an hour later. */
export async function listDueJobs(api: Pick<TestApi, 'workers' | 'clock'>): Promise<NewJob[]> {
  const due: NewJob[] = [];
  await reconcile({
    pool: api.workers.pool,
    jobQueues: { repeat: async (jobs) => (due.push(...jobs), [...jobs]) },
    metrics: createMetrics(),
    now: () => new Date(api.clock.now.getTime() + HOUR_MS),
    environment: { SPFE_TRANSPORT: 'none' },
    place: { batch: 0, rendering: 0, endpoint: 0 },
  });
  return due;
}
