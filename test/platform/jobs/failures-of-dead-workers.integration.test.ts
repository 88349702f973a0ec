import { expect, it } from 'vitest';
import type { NewJob } from '../../../src/platform/jobs/job-queues.ts';
import { readJobStatus } from '../../../src/platform/jobs/job-status.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestQueues } from '../../support/worker.ts';

it('the failure of a job is deleted when another worker completes the job after the first worker is gone', async () => {
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

  // Another worker, which does not know of the failure. The first worker stops.
  await queues.jobQueues.queues.get('batches')!.pause();
  await using others = await openTestQueues(undefined, queues.prefix);
  await queues.stopWorkers();
  isFailing = false;
  others.work('batches', { 'process-batch': process });
  await queues.jobQueues.queues.get('batches')!.resume();
  await eventually(async () => (await failure()) === undefined, { within: 20_000 });
});
