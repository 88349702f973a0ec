import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { issueInvoice, storePdf } from '../support/pdfs.ts';
import { errorBody } from './endpoints.ts';

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

const download = (id: number, of = api) => of.get(organization.token, `/batch_invoices/${id}/pdf`);
const jobsOf = (id: number) =>
  api.jobs.filter(({ name, payload }) => name === 'render-pdfs' && payload.batchId === Math.floor(id / 1000));

describe('the download of a PDF that is not rendered yet', () => {
  it('enqueues an urgent job, waits for the PDF and returns it', async () => {
    const id = await issueInvoice(api, organization, 'W-1');
    const answer = download(id);
    const [job] = await eventually(() => jobsOf(id).length > 0 && jobsOf(id));
    expect(job).toEqual({
      name: 'render-pdfs',
      urgent: true,
      payload: {
        organizationId: organization.id,
        batchId: Math.floor(id / 1000),
        from: id % 1000,
        to: id % 1000,
        isAsked: true,
      },
    });
    const pdf = await storePdf(api, id);
    expect((await answer).statusCode).toBe(200);
    expect((await answer).rawPayload.equals(pdf)).toBe(true);
  });

  it('enqueues the job again while it waits, because another job may have displaced it', async () => {
    const id = await issueInvoice(api, organization, 'W-5');
    const answer = download(id);
    await eventually(() => jobsOf(id).length > 1);
    await storePdf(api, id);
    expect((await answer).statusCode).toBe(200);
  });

  it('answers all requests that wait for the PDF', async () => {
    const id = await issueInvoice(api, organization, 'W-2');
    const answers = Array.from({ length: 5 }, () => download(id));
    await eventually(() => jobsOf(id).length >= 5);
    await storePdf(api, id);
    for (const answer of await Promise.all(answers)) expect(answer.statusCode).toBe(200);
  });

  it('waits even if the job cannot be enqueued, because the reconciler finds the invoice', async () => {
    await using losing = await openTestApi(
      {},
      { beside: api, enqueueJobs: () => Promise.reject(new Error('away')) },
    );
    const id = await issueInvoice(api, organization, 'W-3');
    const answer = download(id, losing);
    await eventually(() => losing.log.some((line) => line.includes('A job could not be enqueued')));
    await storePdf(api, id);
    expect((await answer).statusCode).toBe(200);
  });

  it.concurrent('returns 422 with Retry-After after 10 seconds', async () => {
    const id = await issueInvoice(api, organization, 'W-4');
    const start = performance.now();
    const answer = await download(id);
    const seconds = (performance.now() - start) / 1000;
    expect(answer.statusCode).toBe(422);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toEqual(errorBody('unprocessable_content', 'PDF is not ready yet'));
    expect(seconds).toBeGreaterThanOrEqual(9.9);
  });
});
