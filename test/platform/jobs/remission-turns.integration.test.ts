import { expect, it, vi } from 'vitest';
import type { RemitRecordsJob } from '../../../src/contracts/jobs.ts';
import { buildRemissionJobs } from '#src/remit/remission-jobs.ts';
import { Snooze } from '../../../workers/job-outcomes.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestQueues } from '../../support/worker.ts';

/* An organization with many chains must not delay the records of another organization. */

const CHAINS = 60;
const HOUR = 3_600_000;
const [MANY, FEW] = [1, 2];
const chainsOf = (organizationId: number, count: number) =>
  buildRemissionJobs(
    organizationId,
    Array.from({ length: count }, (_, index) => ({ chainId: organizationId * 1000 + index, pending: 1 })),
  );

it('an organization with few chains does not wait for all chains of another', async () => {
  await using queues = await openTestQueues();
  await queues.jobQueues.send(chainsOf(MANY, CHAINS));
  await queues.jobQueues.send(chainsOf(FEW, 1));
  const sent: number[] = [];
  queues.work(
    'remission',
    {
      'remit-records': async ({ organizationId }: RemitRecordsJob) => ({ place: sent.push(organizationId) }),
    },
    1,
  );
  await eventually(() => sent.length === CHAINS + 1);
  expect(sent.indexOf(FEW)).toBeLessThan(10);
});

it('chains that have waited for AEAT do not run before new chains of another organization', async () => {
  await using queues = await openTestQueues();
  const sent: number[] = [];
  const waited = new Set<number>();
  let wakeAt = 0;
  const firstAgain = Promise.withResolvers<void>();
  const newCame = Promise.withResolvers<void>();
  queues.work(
    'remission',
    {
      'remit-records': async (job: RemitRecordsJob) => {
        if (job.organizationId === MANY && !waited.has(job.chainId)) {
          waited.add(job.chainId);
          wakeAt ||= Date.now() + 1000;
          return new Snooze(new Date(wakeAt), job, { work: 1 });
        }
        firstAgain.resolve();
        await newCame.promise;
        return { place: sent.push(job.organizationId) };
      },
    },
    1,
  );
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - HOUR });
  await queues.jobQueues.send(chainsOf(MANY, CHAINS));
  vi.useRealTimers();
  await firstAgain.promise;
  // The new chain is enqueued exactly when the waiting chains wake, even on a slow machine.
  vi.useFakeTimers({ toFake: ['Date'], now: wakeAt });
  await queues.jobQueues.send(chainsOf(FEW, 1));
  vi.useRealTimers();
  newCame.resolve();
  await eventually(() => sent.length === CHAINS + 1);
  expect(sent.indexOf(FEW)).toBeLessThan(10);
});
