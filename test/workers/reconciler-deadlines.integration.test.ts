import { expect, it } from 'vitest';
import { startReconciler } from '../../workers/reconciler.ts';
import { openTestWebhooks } from '../notify/support/open-test-webhooks.ts';
import { issueBatch } from '../support/engine.ts';
import { enterSii } from '../support/sii.ts';
import { testLogger } from '../support/test-logger.ts';
import { UNKNOWING } from '../support/tracker.ts';
import { openTestQueues } from '../support/worker.ts';

it('the reconciler tells clients once of entries in SII whose deadline is near', async () => {
  await using hooks = await openTestWebhooks();
  await using queues = await openTestQueues();
  const { api, organization, ...test } = await enterSii(hooks.test);
  const { id } = await hooks.add((await hooks.openReceiver()).url);
  api.clock.now = new Date('2026-11-20T10:00:00Z');
  await issueBatch(api, organization, 3, 'DUE', () => ({ operation_date: '2026-11-20' }));
  const countTold = async () => {
    const told = await test.read<{ type: string }>(
      `select v.type from webhook_deliveries d join webhook_events v on v.id = d.event_id
       where d.endpoint_id = $1 and v.type = 'invoice.sii_overdue_soon'`,
      [id],
    );
    return told.length;
  };
  let rounds = 0;
  // Each look at the clock is a minute after the last one, on the eve of the deadline.
  const now = () => new Date(Date.parse('2026-11-25T00:00:00Z') + (rounds += 1) * 60_000);
  {
    await using stack = new AsyncDisposableStack();
    stack.use(
      startReconciler({
        pool: api.workers.pool,
        orm: api.workers.orm,
        jobQueues: queues.jobQueues,
        metrics: queues.metrics,
        logger: testLogger,
        tracker: UNKNOWING,
        environment: { SPFE_TRANSPORT: 'sandbox' },
        now,
      }),
    );
    await expect.poll(countTold, { timeout: 30_000 }).toBe(3);
    const seen = rounds;
    await expect.poll(() => rounds, { timeout: 30_000 }).toBeGreaterThan(seen + 20);
  }
  expect(await countTold()).toBe(3);
});
