import { expect, it } from 'vitest';
import { testLogger } from '../support/test-logger.ts';
import { startReconciler } from '../../workers/reconciler.ts';
import { openTestApi } from '../support/api.ts';
import { storeBatches } from '../support/rollups.ts';
import { UNKNOWING } from '../support/tracker.ts';
import { openTestQueues } from '../support/worker.ts';

it('the reconciler fills the status rollups of a database without any, and new ones', async () => {
  await using api = await openTestApi();
  await using queues = await openTestQueues();
  const { id } = await api.createOrganization();
  const ended = (count: number) =>
    Array.from({ length: count }, () => ({ status: 'processed', receivedAt: api.clock.now }) as const);
  const countRollups = async () => {
    const text = 'select from status_rollups_1 where organization_id = $1';
    return (await api.database.pool.query(text, [id])).rowCount;
  };
  await storeBatches(api.database.pool, id, ended(2500));
  let elapsed = 0;
  const tick = () => {
    elapsed += 60_000;
    return elapsed;
  };
  await using stack = new AsyncDisposableStack();
  stack.use(
    startReconciler({
      pool: api.workers.pool,
      orm: api.workers.orm,
      jobQueues: queues.jobQueues,
      metrics: queues.metrics,
      logger: testLogger,
      tracker: UNKNOWING,
      environment: { SPFE_TRANSPORT: 'none' },
      // Each round is a minute after the last one.
      now: () => new Date(api.clock.now.getTime() + tick()),
    }),
  );
  await expect.poll(countRollups, { timeout: 30_000 }).toBe(2);
  await storeBatches(api.database.pool, id, ended(500));
  await expect.poll(countRollups, { timeout: 30_000 }).toBe(3);
});
