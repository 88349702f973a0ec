import { expect, it } from 'vitest';
import type { ProcessBatchJob } from '../../../src/contracts/jobs.ts';
import { openProducerConnection } from '../../../src/platform/jobs/connection.ts';
import { prefixOf } from '../../../src/platform/jobs/keys.ts';
import { eventually } from '../../support/eventually.ts';
import { testRedisUrl } from '../../support/redis.ts';
import { openTestQueues } from '../../support/worker.ts';

it('a job whose lock expired in a busy process is continued by that process and runs once', async () => {
  await using queues = await openTestQueues();
  const redis = openProducerConnection(testRedisUrl());
  await using resources = new AsyncDisposableStack();
  resources.defer(() => redis.disconnect());
  const blocked = Promise.withResolvers<void>();
  const begun: number[] = [];
  const worker = queues.work('batches', {
    'process-batch': async ({ batchId }: ProcessBatchJob) => {
      begun.push(batchId);
      await blocked.promise;
      return {};
    },
  });
  let taken = 0;
  worker.on('active', () => (taken += 1));
  const payload = { organizationId: 1, batchId: 1, invoices: 100, work: 100 };
  await queues.jobQueues.send([{ name: 'process-batch', payload }]);
  await eventually(() => begun.length === 1);
  const [job] = await queues.jobQueues.queues.get('batches')!.getActive();
  // Simulates a process that was too busy to renew the lock.
  await redis.del(`${prefixOf('batches', queues.prefix)}:batches:${job!.id}:lock`);
  await eventually(() => queues.log.some((line) => line.includes('moved back to the queue')), {
    within: 20_000,
  });
  // The job is active a second time; without the check, a second run would begin now.
  await eventually(() => taken === 2);
  blocked.resolve();
  await eventually(() => job!.isCompleted());
  expect(begun).toEqual([1]);
});
