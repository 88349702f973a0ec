import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BatchSummaryAnswer } from '../../src/contracts/answers.ts';
import { correctInvoice } from '../../src/operate/correct-invoice.ts';
import { measureWork } from '#src/monitor/statements/work.ts';
import type { NewJob } from '../../src/platform/jobs/job-queues.ts';
import { buildProcessBatch } from '../../workers/process-batch.ts';
import { buildRenderPdfs } from '../../workers/render-pdfs.ts';
import { checkInvariants } from '#src/checker/check-invariants.ts';
import { openSharedRenderer } from './support/open-test-renderer.ts';
import { readPdf } from './support/read-pdf.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { listDueJobs } from '../support/due-jobs.ts';
import { issuingContext, postBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { createMetrics } from '../support/metrics.ts';
import { printingContext } from '../support/printing.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { runCli } from '../support/run-cli.ts';
import { openTestQueues, type TestQueues } from '../support/worker.ts';

/*
 * Organizations whose PDFs are rendered on demand: no PDF is rendered before a client asks for it.
 */

let test: TestRemission;
let api: TestApi;
let queues: TestQueues;
let render: ReturnType<typeof buildRenderPdfs>;
/** The jobs that the API enqueued. */
const sent: NewJob[] = [];
beforeAll(async () => {
  [test, queues] = await Promise.all([openTestRemission(), openTestQueues()]);
  const enqueueJobs: TestQueues['jobQueues']['send'] = async (jobs) => {
    sent.push(...jobs);
    await queues.jobQueues.send(jobs);
  };
  api = await openTestApi({}, { enqueueJobs, beside: test.api });
  render = buildRenderPdfs({ ...printingContext(api), renderer: await openSharedRenderer() });
  for (const queue of ['pdfs', 'small-pdfs'] as const) queues.work(queue, { 'render-pdfs': render }, 1);
  await setPdfs('on-demand');
});
afterAll(async () => {
  for (const opened of [queues, api, test]) await opened[Symbol.asyncDispose]();
});

const setPdfs = (when: string) =>
  runCli('org', ['pdfs', String(test.organization.id), when, '--operator', 'maria'], {
    DATABASE_URL: api.database.url,
  });

/** Issues a batch as a worker does. @returns its id and the names of the enqueued jobs. */
async function issue(count: number, series: string) {
  const batchId = await postBatch(api, test.organization, count, series);
  const enqueued: NewJob[] = [];
  const jobQueues = {
    ...queues.jobQueues,
    send: async (more: readonly NewJob[]) => void enqueued.push(...more),
  };
  const work = buildProcessBatch({ ...issuingContext(api), jobQueues, metrics: createMetrics() });
  await work({ organizationId: test.organization.id, batchId, invoices: count, work: count });
  return { batchId, enqueued: enqueued.map(({ name }) => name) };
}

const listDue = async () => (await listDueJobs(api)).filter(({ name }) => name === 'render-pdfs');
const countPdfs = async (batchId: number) =>
  (
    await api.database.pool.query('select from pdfs where issued_invoice_id between $1 and $2', [
      batchId * 1000,
      batchId * 1000 + 999,
    ])
  ).rowCount;
const download = (path: string) => api.get(test.organization.token, path);

it('no PDF on demand is rendered or counted as due before a client asks for it', async () => {
  const { batchId, enqueued } = await issue(3, 'QUIET');
  expect(enqueued).toEqual(['remit-records']);
  expect(await listDue()).toEqual([]);
  const work = await measureWork(api.database.pool);
  expect(work.find(({ kind }) => kind === 'pdf')).toMatchObject({ count: 0 });
  // A job that a worker of the previous version enqueued.
  const job = { organizationId: test.organization.id, batchId, from: 0, to: 2 };
  expect(await render(job)).toEqual({ onDemand: true });
  expect(await countPdfs(batchId)).toBe(0);
});

it('a download renders its PDF once, and the archive of the batch renders all others', async () => {
  const { batchId } = await issue(30, 'ASKED');
  const [first, again] = [
    await download(`/batch_invoices/${batchId * 1000 + 17}/pdf`),
    await download(`/batch_invoices/${batchId * 1000 + 17}/pdf`),
  ];
  expect(first.statusCode).toBe(200);
  expect(again.rawPayload).toEqual(first.rawPayload);
  expect(await countPdfs(batchId)).toBe(1);

  // Clients wait for this count before they download the archive.
  const summary = (await download(`/invoice_batches/${batchId}/summary`)).json<BatchSummaryAnswer>();
  expect(summary.data).toMatchObject({ processed: 30, rendered: 30 });
  sent.length = 0;
  const refused = await download(`/invoice_batches/${batchId}/pdfs`);
  expect(refused.statusCode).toBe(422);
  expect(refused.headers).toHaveProperty('retry-after');
  expect(refused.body).toContain('1 of 30 PDFs are ready');
  expect(sent.map(({ payload }) => payload)).toMatchObject([
    { from: 0, to: 24, isAsked: true },
    { from: 25, to: 29, isAsked: true },
  ]);
  await eventually(async () => (await countPdfs(batchId)) === 30, { within: 20_000 });
  expect((await download(`/invoice_batches/${batchId}/pdfs`)).statusCode).toBe(200);
  const single = await download(`/batch_invoices/${batchId * 1000 + 17}/pdf`);
  expect(single.rawPayload).toEqual(first.rawPayload);
});

it('a partial archive contains the existing PDFs, and without any the request causes their rendering', async () => {
  const { batchId } = await issue(2, 'PART');
  expect((await download(`/invoice_batches/${batchId}/pdfs?partial=true`)).statusCode).toBe(422);
  await eventually(async () => (await countPdfs(batchId)) === 2, { within: 20_000 });
  expect((await download(`/invoice_batches/${batchId}/pdfs?partial=true`)).statusCode).toBe(200);
});

it('the PDF on demand of an annulled invoice is rendered only when a client asks for it, and states the annulment', async () => {
  const { batchId } = await issue(1, 'ANNUL');
  await test.remit(await test.chainOf());
  const invoiceId = batchId * 1000;
  await correctInvoice(test.correcting(), {
    invoiceId,
    action: 'annul',
    reason: 'Por error',
    operator: 'maria',
  });
  expect(await listDue()).toEqual([]);
  expect(await countPdfs(batchId)).toBe(0);
  const { rawPayload } = await download(`/batch_invoices/${invoiceId}/pdf`);
  expect((await readPdf(rawPayload)).squashed).toMatch(/anulada/i);
});

it('PDFs on demand violate no invariant, and an operator can switch the organization back to rendering ahead', async () => {
  const verdicts = await checkInvariants(api.database.pool, {
    registerLog: null,
    book: null,
    spfe: null,
    answers: null,
    api: null,
    logFiles: [],
    secrets: [],
  });
  const aboutPdfs = verdicts.filter(({ invariant }) => invariant === 'I6');
  expect(aboutPdfs.length).toBeGreaterThan(1);
  expect(aboutPdfs.filter(({ broken }) => broken > 0)).toEqual([]);
  expect(await setPdfs('on-demand')).toMatchObject({
    code: 1,
    err: expect.stringContaining('are already rendered on demand'),
  });
  const listed = await runCli('org', ['list'], { DATABASE_URL: api.database.url });
  expect(listed.out).toContain('PDFs on demand');
  expect(await setPdfs('ahead')).toMatchObject({ code: 0, err: '' });
  const { enqueued, batchId } = await issue(1, 'AHEAD');
  expect(enqueued).toContain('render-pdfs');
  expect((await listDue()).map(({ payload }) => payload)).toMatchObject([{ batchId }]);
  const { rows } = await api.database.pool.query(
    `select act, operator, details from operator_acts where act = 'organization.pdfs' order by id`,
  );
  expect(rows).toEqual(
    ['on-demand', 'ahead'].map((made) => ({
      act: 'organization.pdfs',
      operator: 'maria',
      details: { made },
    })),
  );
});
