import { expect, it } from 'vitest';
import type { RemitRecordsJob } from '../../../src/contracts/jobs.ts';
import { Snooze } from '../../../workers/job-outcomes.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestQueues } from '../../support/worker.ts';

const HOUR = 3_600_000;

it('a snoozed job is woken only when the reconciler enqueues it with isDue', async () => {
  await using queues = await openTestQueues();
  let runs = 0;
  queues.work('remission', {
    'remit-records': async (job: RemitRecordsJob) => {
      runs += 1;
      return runs === 1 ? new Snooze(new Date(Date.now() + HOUR), job) : {};
    },
  });
  const job = {
    name: 'remit-records',
    payload: { organizationId: 1, chainId: 1, records: 1, isFull: false },
  } as const;
  const queue = queues.jobQueues.queues.get('remission')!;
  await queues.jobQueues.send([job]);
  await eventually(async () => (await queue.getDelayedCount()) === 1);
  await queues.jobQueues.repeat([job]);
  expect(await queue.getDelayedCount()).toBe(1);
  expect(await queues.jobQueues.repeat([{ ...job, isDue: true }])).toEqual([]);
  await eventually(() => runs === 2);
});
