import { expect, it } from 'vitest';
import type { NewJob } from '../../../src/platform/jobs/job-queues.ts';
import { readJobStatus } from '../../../src/platform/jobs/job-status.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestQueues } from '../../support/worker.ts';

it('at what a worker failed that is gone since is forgotten when another one has done it', async () => {
  await using queues = await openTestQueues();
  const job: NewJob = {
    name: 'process-batch',
    payload: { organizationId: 1, batchId: 7, invoices: 100, work: 100 },
  };
  let isFailing = true;
  const process = () => (isFailing ? Promise.reject(new Error('gone')) : Promise.resolve({}));
  queues.work('batches', { 'process-batch': process });
  await queues.jobQueues.send([job]);
  const failure = async () => (await readJobStatus(queues.jobQueues, [job])).failure?.text;
  expect(await eventually(failure)).toBe('gone');

  // A worker of its own, which knows nothing of that: the first one is not asked any more.
  await queues.jobQueues.queues.get('batches')!.pause();
  await using others = await openTestQueues(undefined, queues.prefix);
  await queues.stopWorkers();
  isFailing = false;
  others.work('batches', { 'process-batch': process });
  await queues.jobQueues.queues.get('batches')!.resume();
  await eventually(async () => (await failure()) === undefined, { within: 20_000 });
});
