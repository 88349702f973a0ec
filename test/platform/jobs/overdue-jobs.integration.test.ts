import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openJobQueues, type NewJob, type JobQueues } from '../../../src/platform/jobs/job-queues.ts';
import { renumberJobs } from '../../../src/platform/jobs/renumber-jobs.ts';
import { Snooze } from '../../../workers/job-outcomes.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestQueues, type TestQueues } from '../../support/worker.ts';

const FLOOD = 1;
const EPOCH_SECONDS = 2 ** 21 - 1 - 7 * 24 * 3600 - 26 * 3600;
const END_OF_EPOCH = new Date(900 * EPOCH_SECONDS * 1000);
const after = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000);

const batchJob = (organizationId: number, batchId: number): NewJob => ({
  name: 'process-batch',
  payload: { organizationId, batchId, invoices: 1, work: 1 },
  work: 1,
});
const flood = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => batchJob(FLOOD, from + index));

/**
 * Processes the queue, one job at a time.
 * @returns the organizations in the order of their jobs.
 */
async function workOff(queues: TestQueues, count: number): Promise<number[]> {
  const order: number[] = [];
  const process = (job: { organizationId: number }) => {
    order.push(job.organizationId);
    return Promise.resolve({});
  };
  queues.work('small-batches', { 'process-batch': process }, 1);
  await eventually(() => order.length === count);
  return order;
}

/**
 * Opens two enqueuing processes on one clock. Each computes priorities from the jobs that it has
 * seen.
 */
async function withClock(
  work: (
    queues: TestQueues,
    jobQueues: readonly [JobQueues, JobQueues],
    clock: { now: Date },
  ) => Promise<void>,
) {
  await using queues = await openTestQueues();
  const clock = { now: new Date() };
  const open = () => openJobQueues(queues.jobQueues.connection, queues.prefix, undefined, () => clock.now);
  await using one = open();
  await using other = open();
  await work(queues, [one, other], clock);
}

describe('the only job of an organization', () => {
  it('runs next although the flood of another organization is overdue', () =>
    withClock(async (queues, [jobQueues, others], clock) => {
      clock.now = after(END_OF_EPOCH, -5 * 24 * 3600);
      await jobQueues.send(flood(1, 60));
      // All jobs of the flood are due now.
      clock.now = after(clock.now, 3600);
      await others.send([batchJob(2, 1000)]);
      const order = await workOff(queues, 61);
      // Only jobs that are due in the same second come before it.
      expect(order.indexOf(2)).toBeLessThan(6);
    }));

  it('is not delayed when a new epoch of priorities begins while it waits among a flood', () =>
    withClock(async (queues, [jobQueues, others], clock) => {
      clock.now = after(END_OF_EPOCH, -5);
      await jobQueues.send(flood(1, 60));
      await others.send([batchJob(2, 1000)]);
      clock.now = after(END_OF_EPOCH, 1);
      await jobQueues.send(flood(100, 60));
      await others.send([batchJob(3, 1001)]);
      expect(await renumberJobs(jobQueues.queues.values(), clock.now)).toBe(61);
      expect(await renumberJobs(jobQueues.queues.values(), clock.now)).toBe(0);
      const order = await workOff(queues, 122);
      expect(order.indexOf(2)).toBeLessThan(8);
      // Only the jobs of the flood that were due earlier come first.
      expect(order.indexOf(3)).toBeLessThan(45);
    }));

  it('runs again before most of an overdue flood when its rows were busy', () =>
    withClock(async (queues, [jobQueues, others], clock) => {
      clock.now = after(new Date(), -3600);
      await jobQueues.send(flood(1, 200));
      clock.now = new Date();
      await others.send([batchJob(2, 1000)]);
      const order: number[] = [];
      const process = async (job: { organizationId: number }) => {
        order.push(job.organizationId);
        await wait(5);
        const isBusy = job.organizationId === 2 && order.filter((id) => id === 2).length === 1;
        return isBusy ? new Snooze(new Date(Date.now() + 50), batchJob(2, 1000).payload, { work: 20 }) : {};
      };
      queues.work('small-batches', { 'process-batch': process }, 1);
      await eventually(() => order.length === 202, { within: 20_000 });
      expect(order.lastIndexOf(2)).toBeLessThan(150);
    }));
});
