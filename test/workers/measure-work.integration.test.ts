import { expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/postgres/open-database.ts';
import { testLogger } from '../support/test-logger.ts';
import { readWork } from '../../src/platform/jobs/work-samples.ts';
import { startMeasuring } from '../../workers/measure-work.ts';
import { openTestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { testPrefix, testRedisUrl } from '../support/redis.ts';
import { openTestQueues } from '../support/worker.ts';
import { createMetrics } from '../support/metrics.ts';
import { openGateTo } from '../support/tcp-gate.ts';

it('metrics of the database disappear if it cannot be read for too long, and return when it can', async () => {
  await using database = await openTestDatabase();
  await using gate = await openGateTo(database.urlOf('worker'));
  await using reached = openDatabase({ url: gate.url, applicationName: 'test-measuring', role: 'worker' });
  const metrics = createMetrics();
  await using queues = await openTestQueues(testRedisUrl(), testPrefix());
  await using resources = new AsyncDisposableStack();
  const measuring = startMeasuring({
    database: reached,
    metrics,
    jobQueues: queues.jobQueues,
    logger: testLogger,
    now: () => new Date(),
    times: { everyMs: 20, toldForMs: 100 },
  });
  resources.use(measuring);
  const read = async () =>
    (await metrics.registry.metrics()).match(/^invoice_engine_aeat_halted_chains \d+$/m)?.[0];
  await eventually(async () => (await read()) === 'invoice_engine_aeat_halted_chains 0');
  await eventually(async () => (await readWork(queues.jobQueues)).length > 0);
  expect(await readWork(queues.jobQueues)).toEqual([
    { at: expect.any(Number), counts: { batch: 0, pdf: 0, record: 0, webhook: 0 } },
  ]);
  gate.close();
  await eventually(async () => (await read()) === undefined);
  expect(await metrics.registry.metrics()).not.toMatch(
    /^invoice_engine_(work_|pdfs_waiting|database_connections)/m,
  );
  gate.open();
  await eventually(async () => (await read()) === 'invoice_engine_aeat_halted_chains 0');
});
