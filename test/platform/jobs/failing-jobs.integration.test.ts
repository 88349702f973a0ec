import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { judgeQueues } from '#src/monitor/judge-queues.ts';
import { JOBS } from '../../../src/platform/jobs/catalog.ts';
import { listFailingJobs, recordJobFailure, removeFailure } from '../../../src/platform/jobs/failing-jobs.ts';
import { identify, type NewJob, queueOf } from '../../../src/platform/jobs/job-queues.ts';
import { NO_QUEUE_SNAPSHOT } from '../../../src/platform/jobs/queue-snapshot.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestQueues, type TestQueues } from '../../support/worker.ts';

/* Work that fails again and again is found, whatever its kind, even if all other work continues. */

const NOW = Date.parse('2026-11-24T08:00:00Z');
const CAUSE = 'permission denied for table registration_records';

/** A job of every kind, with the rows that a finding names. */
const EVERY: readonly (NewJob & { rows: string })[] = [
  {
    name: 'process-batch',
    payload: { organizationId: 3, batchId: 17, invoices: 100, work: 100 },
    rows: 'batch 17',
  },
  { name: 'render-pdfs', payload: { organizationId: 3, batchId: 17, from: 0, to: 9 }, rows: 'batch 17' },
  { name: 'render-long-pdf', payload: { organizationId: 3, batchId: 17, position: 5 }, rows: 'batch 17' },
  { name: 'render-slow-pdf', payload: { organizationId: 3, batchId: 17, position: 5 }, rows: 'batch 17' },
  { name: 'render-preview', payload: { organizationId: 3, previewId: 17 }, rows: 'preview 17' },
  {
    name: 'remit-records',
    payload: { organizationId: 3, chainId: 17, records: 4, isFull: false },
    rows: 'chain 17',
  },
  { name: 'ask-census', payload: { organizationId: 3 }, rows: 'census' },
  { name: 'compare-sii-book', payload: { organizationId: 3, comparisonId: 17 }, rows: 'comparison 17' },
  { name: 'draft-sii-backlog', payload: { organizationId: 3, backlogId: 17 }, rows: 'backlog 17' },
  {
    name: 'send-sii-entries',
    payload: { organizationId: 3, chainId: 17, slot: 0, entries: 5 },
    rows: 'chain 17',
  },
  {
    name: 'deliver-to-spfe',
    payload: { organizationId: 3, chainId: 17, slot: 0, deliveries: 5 },
    rows: 'chain 17',
  },
  { name: 'sign-facturae', payload: { organizationId: 3, issuedInvoiceId: 17_000 }, rows: 'invoice 17000' },
  { name: 'deliver-webhooks', payload: { organizationId: 3, endpointId: 17 }, rows: 'endpoint 17' },
];

let queues: TestQueues;
beforeAll(async () => {
  queues = await openTestQueues();
});
afterAll(() => queues[Symbol.asyncDispose]());
beforeEach(async () => {
  const { connection, prefix } = queues.jobQueues;
  for (const job of EVERY) await removeFailure(connection, prefix, identify(job));
});

const failed = (job: NewJob) => ({ deduplicationId: identify(job), name: job.name, data: job.payload });

async function fail(job: NewJob, times: number, everyMs: number): Promise<void> {
  const { connection, prefix } = queues.jobQueues;
  for (let time = 0; time < times; time += 1)
    await recordJobFailure(connection, prefix, failed(job), { at: NOW + time * everyMs, text: CAUSE });
}

const judge = async () =>
  judgeQueues(
    { ...NO_QUEUE_SNAPSHOT, redis: 'ok', failing: await listFailingJobs(queues.jobQueues) },
    new Set(),
    true,
  );

it('every kind of job of the catalogue is among those tried here', () => {
  expect(new Set(EVERY.map(({ name }) => name))).toEqual(new Set(Object.keys(JOBS)));
});

it.each(EVERY)('a job $name that fails again and again is a finding with its rows and cause', async (job) => {
  await fail(job, 4, 60_000);
  const [finding, ...others] = await judge();
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ urgency: 'act', group: 'engine', why: CAUSE, since: NOW });
  expect(finding!.what).toMatch(
    new RegExp(`^1 job ${job.name} fails again and again: .*${job.rows}.* of organization 3$`),
  );
  expect(finding!.todo).toContain('npm run migrate');
  await removeFailure(queues.jobQueues.connection, queues.prefix, identify(job));
  expect(await judge()).toEqual([]);
});

it.each([
  ['three times', 3, 600_000],
  ['ten times within a minute', 10, 6000],
])('a job that failed %s is no finding yet', async (_what, times, everyMs) => {
  await fail(EVERY[0]!, times, everyMs);
  expect(await judge()).toEqual([]);
});

it('jobs that fail for one cause share a finding that names some of them', async () => {
  const jobs = Array.from({ length: 7 }, (_none, place): NewJob => ({
    name: 'process-batch',
    payload: { organizationId: 3, batchId: 100 + place, invoices: 100, work: 100 },
  }));
  for (const job of jobs) await fail(job, 4, 60_000);
  expect((await judge()).map(({ what }) => what)).toEqual([
    expect.stringMatching(
      /^7 jobs process-batch fail again and again: (batch 10\d .*, ){4}batch 10\d .* and 2 more$/,
    ),
  ]);
  for (const job of jobs) await removeFailure(queues.jobQueues.connection, queues.prefix, identify(job));
});

it('a job without attempts left rests before it is enqueued again, and then continues with its delays', async () => {
  await using own = await openTestQueues();
  const job: NewJob = EVERY[0]!;
  const batches = own.jobQueues.queues.get('batches')!;
  own.work('batches', { 'process-batch': () => Promise.reject(new Error(CAUSE)) });
  await batches.add(job.name, job.payload, { attempts: 1, deduplication: { id: identify(job) } });
  await eventually(async () => (await batches.getFailedCount()) === 1, { what: 'the failure' });
  expect(await own.jobQueues.repeat([job])).toEqual([]);

  const { connection, prefix } = own.jobQueues;
  for (let time = 0; time < 10; time += 1)
    await recordJobFailure(connection, prefix, failed(job), { at: Date.now(), text: CAUSE });
  await own.jobQueues.send([job]);
  const delay = () => batches.getDelayed().then(([delayed]) => delayed?.delay);
  expect(await eventually(delay, { what: 'the delayed job' })).toBeGreaterThanOrEqual(30_000);
});

it(
  'jobs that are not JSON in Redis are refused, logged and removed, and their queue continues',
  { timeout: 90_000 },
  async () => {
    await using own = await openTestQueues();
    const { connection } = own.jobQueues;
    const jobs = [1, 2, 3, 4].map((batchId): NewJob => ({
      name: 'process-batch',
      payload: { organizationId: 3, batchId, invoices: 100, work: 100 },
    }));
    const queue = own.jobQueues.queues.get(queueOf(jobs[0]!))!;
    await own.jobQueues.send(jobs);
    const keys: string[] = [];
    for (const [index, member] of ['data', 'opts', 'progress'].entries()) {
      const key = queue.toKey((await queue.getDeduplicationJobId(identify(jobs[index]!)))!);
      await connection.hset(key, member, '{"broken');
      keys.push(key);
    }
    const done: number[] = [];
    own.work('batches', { 'process-batch': async ({ batchId }) => ({ batchId: done.push(batchId) }) });
    await eventually(async () => (await connection.exists(...keys)) === 0, {
      within: 80_000,
      what: 'their removal',
    });
    await eventually(() => done.includes(4), { within: 20_000, what: 'the next job' });
    expect(done).toEqual([4]);
    const refusals = () => own.log.filter((line) => line.includes('Job refused')).length;
    await eventually(() => refusals() === 3, { what: 'three lines in the log' });
  },
);
