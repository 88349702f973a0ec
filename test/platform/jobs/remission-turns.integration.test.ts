import { expect, it, vi } from 'vitest';
import type { RemitRecordsJob } from '../../../src/contracts/jobs.ts';
import { buildRemissionJobs } from '../../../src/submit/remission-jobs.ts';
import { Snooze } from '../../../workers/job-outcomes.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestQueues } from '../../support/worker.ts';

/* An organization with any number of chains must not keep another's records from AEAT. */

const CHAINS = 60;
const HOUR = 3_600_000;
const [MANY, FEW] = [1, 2];
const chainsOf = (organizationId: number, count: number) =>
  buildRemissionJobs(
    organizationId,
    Array.from({ length: count }, (_, index) => ({ chainId: organizationId * 1000 + index, pending: 1 })),
  );

it('whoever has few chains does not wait for all chains of another organization', async () => {
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

it('what has waited for AEAT before has no place before what comes new', async () => {
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
  // However slow the machine is: what comes new comes as they wake.
  vi.useFakeTimers({ toFake: ['Date'], now: wakeAt });
  await queues.jobQueues.send(chainsOf(FEW, 1));
  vi.useRealTimers();
  newCame.resolve();
  await eventually(() => sent.length === CHAINS + 1);
  expect(sent.indexOf(FEW)).toBeLessThan(10);
});
