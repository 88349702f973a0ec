import type { Hint } from '../../src/platform/jobs/hints.ts';
import { reconcile } from '../../workers/reconcile.ts';
import type { TestApi } from './api.ts';
import { createMetrics } from './metrics.ts';

const HOUR_MS = 3_600_000;

/** What the reconciler hints at an hour later. */
export async function listDueHints(api: Pick<TestApi, 'workers' | 'clock'>): Promise<Hint[]> {
  const due: Hint[] = [];
  await reconcile({
    pool: api.workers.pool,
    hints: { repeat: async (hints) => (due.push(...hints), [...hints]) },
    metrics: createMetrics(),
    now: () => new Date(api.clock.now.getTime() + HOUR_MS),
    place: { batch: 0, rendering: 0, endpoint: 0 },
  });
  return due;
}
