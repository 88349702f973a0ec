import { expect, it } from 'vitest';
import type { ProcessBatchJob } from '../../src/contracts/jobs.ts';
import { openRedisCheck } from '../../src/queue/check-redis.ts';
import { examine } from '../cli/doctor/examine.ts';
import { eventually } from '../support/eventually.ts';
import { openSentinels } from '../support/redis-servers.ts';
import { openTestQueues } from '../support/worker.ts';

it('work goes on by itself when the sentinels name another master', { timeout: 90_000 }, async () => {
  await using servers = await openSentinels();
  await using queues = await openTestQueues(servers.url);
  const done: number[] = [];
  queues.work('batches', {
    'process-batch': async ({ batchId }: ProcessBatchJob) => {
      done.push(batchId);
      return {};
    },
  });
  const send = (batchId: number) =>
    queues.hints.send([{ name: 'process-batch', payload: { organizationId: 1, batchId, invoices: 100 } }]);
  await send(1);
  await eventually(() => done.includes(1));
  expect(
    await examine('redis', {
      ingress: { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c', REDIS_URL: servers.url },
    }),
  ).not.toContainEqual(expect.stringMatching(/^fail/));

  await servers.master.kill();
  await eventually(async () => (await servers.replica.admin.info('replication')).includes('role:master'), {
    within: 30_000,
    what: 'another master',
  });
  const start = performance.now();
  const check = openRedisCheck(queues.hints.connection, queues.hints.prefix);
  await eventually(async () => (await check()) === 'ok', { within: 20_000, what: 'a connection to it' });
  // As the reconciler does, for as long as nobody took it.
  await eventually(
    async () =>
      send(2).then(
        () => done.includes(2),
        () => false,
      ),
    { within: 20_000, every: 200 },
  );
  expect(performance.now() - start).toBeLessThan(10_000);
});
