import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processBatch } from '../../src/issue/process-batch.ts';
import { measureWork } from '#src/monitor/measure-work.ts';
import { reconcile } from '../../workers/reconcile.ts';
import { resumeRemission } from '#src/remit/statements/remission.ts';
import { createPerOrganizationConcurrency } from '#src/remit/per-organization-concurrency.ts';
import { buildProcessBatch } from '../../workers/process-batch.ts';
import { buildRemitRecords } from '../../workers/remit-records.ts';
import { issueBatch, issuingContext, postBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { openTestQueues, type TestQueues } from '../support/worker.ts';

describe('the queue remission', () => {
  let test: TestRemission;
  let queues: TestQueues;
  let aheadMs: number;
  beforeEach(async () => {
    aheadMs = 0;
    // The real clock, because BullMQ measures the delays.
    test = await openTestRemission({ now: () => Date.now() + aheadMs, settings: { waitSeconds: 1 } });
    queues = await openTestQueues();
  });
  afterEach(async () => {
    await queues[Symbol.asyncDispose]();
    await test[Symbol.asyncDispose]();
  });

  const now = () => new Date(Date.now() + aheadMs);
  const work = () => {
    const context = {
      ...test.context(),
      now,
      jobQueues: queues.jobQueues,
      shares: createPerOrganizationConcurrency(8),
    };
    queues.work('remission', { 'remit-records': buildRemitRecords(context) });
  };
  const issue = async (count: number, series: string) => {
    test.api.clock.now = now();
    return issueBatch(test.api, test.organization, count, series);
  };
  const job = async (records: number, isFull = false) => {
    const payload = { organizationId: test.organization.id, chainId: await test.chainOf(), records, isFull };
    await queues.jobQueues.send([{ name: 'remit-records', payload }]);
  };
  const queue = () => queues.jobQueues.queues.get('remission')!;
  const stored = () => test.sandbox.control.records().length;

  it("sends an envelope, delays the job for AEAT's wait, and then sends the rest", async () => {
    await issue(2, 'A');
    test.sandbox.control.addFaults({ kind: 'slow', milliseconds: 300, count: 1 });
    work();
    await job(2);
    await test.arrived(1);
    await issue(3, 'B');
    const [delayed] = await eventually(async () => {
      const jobs = await queue().getDelayed();
      return jobs.length > 0 && jobs;
    });
    expect(delayed!.data).toMatchObject({ chainId: await test.chainOf(), records: 3 });
    // Another job for the chain changes nothing.
    await job(3);
    expect(await queue().getJobCountByTypes('delayed', 'active', 'wait')).toBe(1);
    await eventually(() => stored() === 5);
    await eventually(async () => (await queue().getJobCountByTypes('delayed', 'active', 'wait')) === 0);
    expect(test.sandbox.control.log()).toHaveLength(2);
    expect(test.sandbox.control.gaps()).toMatchObject({ ok: true });
  });

  it('sends a full envelope although a job of the chain is delayed', async () => {
    test.sandbox.control.change({ waitSeconds: 600 });
    await issue(1, 'FIRST');
    work();
    await job(1);
    await eventually(() => stored() === 1);
    await issue(1, 'WAITS');
    await job(1);
    await eventually(async () => (await queue().getDelayed()).length === 1);
    await issue(1000, 'FULL');
    await job(1001, true);
    await eventually(() => stored() === 1001);
    await eventually(async () => (await queue().getJobCountByTypes('active', 'wait')) === 0);
    // One job remains for the last record.
    expect(await queue().getDelayed()).toHaveLength(1);
    expect(test.sandbox.control.gaps()).toMatchObject({ ok: true });
  });

  it('leaves a delayed job for the records after a full envelope', async () => {
    test.sandbox.control.change({ waitSeconds: 600 });
    await issue(1000, 'FULL');
    await issue(1, 'REST');
    work();
    await job(1001, true);
    // The stand-in checks 1000 records in this process, which can take longer than a command of
    // Redis may.
    const [delayed] = await eventually(async () => {
      const jobs = await queue()
        .getDelayed()
        .catch(() => []);
      return jobs.length > 0 && jobs;
    });
    expect(delayed!.data).toMatchObject({ records: 1, isFull: false });
    expect(stored()).toBe(1000);
  });

  it('fails the job of a halted chain without repeating it, and without names in the message', async () => {
    await issue(1, 'TELLS-THE-WAIT');
    work();
    await job(1);
    await eventually(() => stored() === 1);
    test.sandbox.control.addFaults({ kind: 'soap-fault', code: 4104, count: 1 });
    await issue(1, 'HALT');
    await eventually(async () => (await queue().getJobCountByTypes('active', 'delayed')) === 0);
    await job(1);
    const [failed] = await eventually(async () => {
      const jobs = await queue().getFailed();
      return jobs.length > 0 && jobs;
    });
    expect(failed!.failedReason).toBe('The chain is halted by AEAT 4104');
    const place = { batch: 0, rendering: 0, endpoint: 0 };
    const context = {
      pool: test.pool,
      jobQueues: queues.jobQueues,
      metrics: test.metrics,
      now,
      environment: { SPFE_TRANSPORT: 'none' as const },
      place,
    };
    const due = async () => {
      await reconcile(context);
      await measureWork(test.api.workers, test.metrics, now());
    };
    const before = await test.metrics.due.get();
    expect(before.values).toEqual([]);
    await due();
    const remissions = async () =>
      (await test.metrics.due.get()).values.find(({ labels }) => labels.kind === 'remissions')!.value;
    expect(await remissions()).toBe(0);
    expect((await test.metrics.haltedChains.get()).values[0]!.value).toBe(1);
    await resumeRemission(test.pool, await test.chainOf(), now());
    await eventually(async () => {
      await due();
      return stored() === 2;
    });
    await eventually(async () => {
      await due();
      return (await test.metrics.pendingRecords.get()).values[0]!.value === 0;
    });
  });

  it('gets a job for every chain of a batch', async () => {
    const batchId = await postBatch(test.api, test.organization, 4, 'TOUCH', (index) => ({
      issuer_nif: index % 2 === 0 ? 'B12345674' : 'A12345674',
    }));
    const context = { ...issuingContext(test.api), jobQueues: queues.jobQueues, metrics: test.metrics };
    await buildProcessBatch(context)({ organizationId: test.organization.id, batchId, invoices: 4, work: 4 });
    const jobs = await queue().getPrioritized();
    expect(
      jobs
        .map(({ data }) => data as object)
        .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    ).toEqual(
      (await Promise.all([test.chainOf('A12345674'), test.chainOf()])).map((chainId) => ({
        organizationId: test.organization.id,
        chainId,
        records: 2,
        isFull: false,
      })),
    );
    expect(await processBatch(issuingContext(test.api), batchId)).toEqual({ kind: 'ended_before' });
  });
});
