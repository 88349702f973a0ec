import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RenderPdfsJob } from '../../src/contracts/jobs.ts';
import { buildInvoiceRenderingJob } from '../../src/render/rendering-jobs.ts';
import { buildRenderPdfs } from '../../workers/render-pdfs.ts';
import { openTestRenderer, type TestRenderer } from './support/open-test-renderer.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { issueInvoice } from '../support/pdfs.ts';
import { printingContext } from '../support/printing.ts';
import { openTestQueues, type TestQueues } from '../support/worker.ts';

const ASKED_AT_FIRST = 4;
const ASKED_LATER = 4;

let queues: TestQueues;
let renderer: TestRenderer;
let api: TestApi;
let beside: TestApi;
/** The batches of the urgent jobs that the API processes have enqueued. */
const sent: number[] = [];
beforeAll(async () => {
  [queues, renderer] = await Promise.all([openTestQueues(), openTestRenderer()]);
  const enqueueJobs: TestQueues['jobQueues']['send'] = async (jobs) => {
    await queues.jobQueues.send(jobs);
    for (const { name, payload } of jobs) if (name === 'render-pdfs') sent.push(payload.batchId);
  };
  api = await openTestApi({}, { enqueueJobs });
  beside = await openTestApi({}, { enqueueJobs, beside: api });
});
afterAll(async () => {
  for (const opened of [queues, renderer, beside, api]) await opened[Symbol.asyncDispose]();
});

const download = (of: TestApi, { token }: TestOrganization, id: number) =>
  of.get(token, `/batch_invoices/${id}/pdf`);

it('an organization that downloads many PDFs delays neither the downloads of another nor PDFs that are not downloaded', async () => {
  const [many, one, none] = [
    await api.createOrganization(),
    await api.createOrganization(),
    await api.createOrganization(),
  ];
  const batchId = await issueBatch(api, many, ASKED_AT_FIRST + ASKED_LATER, 'MANY');
  const awaited = await issueInvoice(api, one, 'ONE-1');
  const unasked = await issueInvoice(api, none, 'NONE-1');
  await queues.jobQueues.send([buildInvoiceRenderingJob(none.id, unasked)]);

  const askForMany = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      download(index % 2 === 0 ? api : beside, many, batchId * 1000 + from + index),
    );
  const answers = askForMany(0, ASKED_AT_FIRST);
  await eventually(() => sent.filter((id) => id === batchId).length >= ASKED_AT_FIRST);
  answers.push(download(api, one, awaited));
  await eventually(() => sent.includes(Math.floor(awaited / 1000)));
  const before = sent.length;
  answers.push(...askForMany(ASKED_AT_FIRST, ASKED_LATER));
  await eventually(() => sent.slice(before).filter((id) => id === batchId).length >= ASKED_LATER);

  const taken: number[] = [];
  const render = buildRenderPdfs({ ...printingContext(api), renderer });
  const processor = (job: RenderPdfsJob) => {
    taken.push(job.organizationId);
    return render(job);
  };
  queues.work('small-pdfs', { 'render-pdfs': processor }, 1);
  for (const { statusCode } of await Promise.all(answers)) expect(statusCode).toBe(200);

  const countBefore = (organization: TestOrganization) =>
    taken.slice(0, taken.indexOf(organization.id)).filter((id) => id === many.id).length;
  expect(countBefore(one)).toBe(1);
  expect(taken).toContain(none.id);
  expect(countBefore(none)).toBeLessThanOrEqual(3);
});
