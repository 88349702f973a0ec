import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RemitRecordsJob } from '../../../src/contracts/jobs.ts';
import { JOBS, type JobName } from '../../../src/platform/jobs/catalog.ts';
import { findFault } from '../../../src/platform/jobs/check-payload.ts';
import { openProducerConnection } from '../../../src/platform/jobs/connection.ts';
import { type NewJob, openJobQueues } from '../../../src/platform/jobs/job-queues.ts';
import { Snooze } from '../../../workers/job-outcomes.ts';
import { eventually } from '../../support/eventually.ts';
import { testPrefix, testRedisUrl } from '../../support/redis.ts';
import { openTestQueues, type TestQueues } from '../../support/worker.ts';

const RIGHT = {
  'process-batch': { organizationId: 1, batchId: 1, invoices: 1, work: 1 },
  'render-pdfs': { organizationId: 1, batchId: 1, from: 0, to: 0 },
  'render-long-pdf': { organizationId: 1, batchId: 1, position: 0 },
  'render-slow-pdf': { organizationId: 1, batchId: 1, position: 0 },
  'render-preview': { organizationId: 1, previewId: 1 },
  'remit-records': { organizationId: 1, chainId: 1, records: 0, isFull: false },
  'send-sii-entries': { organizationId: 1, chainId: 1, slot: 0, entries: 0 },
  'deliver-to-spfe': { organizationId: 1, chainId: 1, slot: 0, deliveries: 0 },
  'sign-facturae': { organizationId: 1, issuedInvoiceId: 1 },
  'compare-sii-book': { organizationId: 1, comparisonId: 1 },
  'draft-sii-backlog': { organizationId: 1, backlogId: 1 },
  'ask-census': { organizationId: 1 },
  'deliver-webhooks': { organizationId: 1, endpointId: 1 },
} satisfies Record<JobName, object>;
const NAMES = Object.keys(JOBS) as JobName[];
const WRONG = [0, -1, 1.5, Number.NaN, Infinity, null, undefined, '1', true, [], {}];

/**
 * Every payload that differs from a valid one in one member, with each value that its schema
 * refuses.
 */
const wrongPayloads = NAMES.flatMap((name) =>
  Object.keys(RIGHT[name]).flatMap((member) =>
    WRONG.map((value) => ({ name, payload: { ...RIGHT[name], [member]: value } })),
  ),
).filter(({ name, payload }) => findFault(name, payload) !== null);

describe('a job that its own schema refuses', () => {
  let queues: TestQueues;
  beforeAll(async () => {
    queues = await openTestQueues();
  });
  afterAll(() => queues[Symbol.asyncDispose]());

  const waiting = async () => {
    const counts = await Promise.all(
      [...queues.jobQueues.queues.values()].map((queue) => queue.getJobCountByTypes('wait', 'prioritized')),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const refused = async () =>
    (await queues.metrics.jobsNotEnqueued.get()).values.reduce((sum, { value }) => sum + value, 0);

  it('is tested for every member of every payload', () => {
    expect(new Set(wrongPayloads.map(({ name }) => name))).toEqual(new Set(NAMES));
    expect(wrongPayloads.length).toBeGreaterThan(80);
  });

  it.each(['send', 'repeat'] as const)(
    'is not enqueued by %s, is counted and logged, and does not prevent valid jobs',
    async (how) => {
      const right = NAMES.map((name) => ({ name, payload: RIGHT[name] }) as NewJob);
      for (const queue of queues.jobQueues.queues.values()) await queue.obliterate({ force: true });
      const before = await refused();
      const mixed = fc.sample(
        fc.shuffledSubarray([...wrongPayloads, ...right], { minLength: wrongPayloads.length + right.length }),
        1,
      )[0]!;
      await queues.jobQueues[how](mixed as NewJob[]);
      expect(await waiting()).toBe(right.length);
      expect((await refused()) - before).toBe(wrongPayloads.length);
      const lines = queues.log.filter((line) => line.includes('A job was not enqueued'));
      expect(lines.length).toBeGreaterThanOrEqual(wrongPayloads.length / 2);
      for (const line of lines)
        expect(JSON.parse(line)).toMatchObject({ level: 'error', why: expect.stringMatching(/./) });
    },
  );

  it('is logged once a minute when the reconciler enqueues it repeatedly', async () => {
    const wrong = [{ name: 'remit-records', payload: { ...RIGHT['remit-records'], chainId: -7 } }] as const;
    const before = await refused();
    for (let round = 0; round < 5; round += 1) await queues.jobQueues.repeat(wrong);
    expect((await refused()) - before).toBe(5);
    expect(queues.log.filter((line) => line.includes('-7'))).toHaveLength(1);
  });

  it('causes an error for the caller if there is no listener, after the valid jobs were enqueued', async () => {
    const connection = openProducerConnection(testRedisUrl());
    await new Promise<void>((resolve) => void connection.once('ready', resolve));
    const jobQueues = openJobQueues(connection, testPrefix());
    const right = { name: 'process-batch', payload: RIGHT['process-batch'] } as const;
    const wrong = { name: 'process-batch', payload: { ...RIGHT['process-batch'], invoices: 0 } } as const;
    await expect(jobQueues.send([wrong, right])).rejects.toThrow('process-batch: /invoices must be >= 1');
    expect(await jobQueues.queues.get('small-batches')!.getWaitingCount()).toBe(1);
    await jobQueues[Symbol.asyncDispose]();
    connection.disconnect();
  });
});

describe('a job that a worker refuses', () => {
  let queues: TestQueues;
  let ran = 0;
  beforeAll(async () => {
    queues = await openTestQueues();
    queues.work('remission', {
      'remit-records': async (payload: RemitRecordsJob) => {
        ran += 1;
        return new Snooze(new Date(), { ...payload, records: -1 });
      },
    });
  });
  afterAll(() => queues[Symbol.asyncDispose]());

  const queue = () => queues.jobQueues.queues.get('remission')!;
  const refused = async () => (await queues.metrics.jobsRefused.get()).values[0]?.value ?? 0;
  const failed = async (id: string) => (await queue().getJobState(id)) === 'failed';

  it.each([
    ['its payload', 'remit-records', { chainId: 1 }, 'must have required properties'],
    ['its name', 'pay-invoices', {}, 'there is no job named pay-invoices'],
    ['its queue', 'render-pdfs', RIGHT['render-pdfs'], 'it does not belong to remission'],
  ])('is logged as an error, counted and not retried because of %s', async (_what, name, data, why) => {
    const before = await refused();
    const job = await queue().add(name, data, { ...JOBS['remit-records'].options });
    await eventually(() => failed(job.id!));
    const kept = (await queue().getJob(job.id!))!;
    expect(kept.failedReason).toContain(why);
    expect(kept.attemptsMade).toBe(1);
    expect(await refused()).toBe(before + 1);
    expect(queues.log.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({
        level: 'error',
        queue: 'remission',
        job: name,
        message: expect.stringContaining('Job refused'),
      }),
    );
    expect(ran).toBe(0);
  });

  it('fails when it is snoozed with an invalid payload, and is not enqueued again for a minute', async () => {
    const job = { name: 'remit-records', payload: RIGHT['remit-records'] } as const;
    await queues.jobQueues.send([job]);
    await eventually(async () =>
      (await queue().getFailed()).some(({ failedReason }) =>
        failedReason.includes('delayed with an invalid payload'),
      ),
    );
    expect(ran).toBe(1);
    // Simulates the reconciler, which finds the row still due every two seconds.
    for (let round = 0; round < 3; round += 1) expect(await queues.jobQueues.repeat([job])).toEqual([]);
    expect(await queue().getJobCountByTypes('wait', 'active', 'delayed', 'prioritized')).toBe(0);
    const other = { ...job, payload: { ...job.payload, chainId: 2 } };
    expect(await queues.jobQueues.repeat([job, other])).toEqual([other]);
  });
});
