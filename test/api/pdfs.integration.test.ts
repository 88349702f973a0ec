import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { postBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { issueInvoice, storePdf } from '../support/pdfs.ts';
import { errorBody } from './endpoints.ts';

let api: TestApi;
let organization: TestOrganization;
let invoiceId: number;
let pdf: Buffer;
let etag: string;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
  invoiceId = await issueInvoice(api, organization, 'F2026/000123');
  pdf = await storePdf(api, invoiceId);
  etag = (await download(invoiceId)).headers.etag!;
});
afterAll(() => api[Symbol.asyncDispose]());

const download = (id: number, headers: Record<string, string> = {}) =>
  api.get(organization.token, `/batch_invoices/${id}/pdf`, headers);

/** Returns the id of the first invoice of a batch. */
async function firstOf(batchId: number): Promise<number> {
  const list = await api.get(organization.token, `/invoice_batches/${batchId}/batch_invoices`);
  return list.json<{ data: { id: number }[] }>().data[0]!.id;
}

describe('a PDF', () => {
  it('is returned byte for byte as stored, with its type and length', async () => {
    const answer = await download(invoiceId);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-length']).toBe(String(pdf.length));
    expect(answer.rawPayload.equals(pdf)).toBe(true);
  });

  it('is the same at every download', async () => {
    const [one, other] = await Promise.all([download(invoiceId), download(invoiceId)]);
    expect(one.rawPayload.equals(other.rawPayload)).toBe(true);
    expect(one.headers.etag).toBe(other.headers.etag);
  });

  it('has a strong ETag and may be cached only by the client', async () => {
    const { headers } = await download(invoiceId);
    expect(headers.etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(headers['cache-control']).toBe('private, max-age=0, must-revalidate');
  });

  it('has the id that its batch invoice contains as issued_invoice_id', async () => {
    const answer = await api.get(organization.token, `/batch_invoices/${invoiceId}`);
    expect(answer.json<{ data: object }>().data).toMatchObject({ issued_invoice_id: invoiceId });
  });

  it.each(['ETAG', 'W/ETAG', '"x", ETAG', 'W/"x",W/ETAG', '*'])(
    'is answered with 304 and no body when If-None-Match is %s',
    async (ifNoneMatch) => {
      const answer = await download(invoiceId, { 'if-none-match': ifNoneMatch.replace('ETAG', etag) });
      expect(answer.statusCode).toBe(304);
      expect(answer.rawPayload).toHaveLength(0);
      expect(answer.headers.etag).toBe(etag);
    },
  );

  it.each<[string, (etag: string) => string]>([
    ['another ETag', () => '"x"'],
    ['empty', () => ''],
    ['its ETag without quotes', (own) => own.replaceAll('"', '')],
    ['its ETag in upper case', (own) => own.toUpperCase()],
  ])('is returned when If-None-Match is %s', async (_what, write) => {
    const answer = await download(invoiceId, { 'if-none-match': write(etag) });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(pdf)).toBe(true);
  });

  it.each([
    ['F2026-000124', 'F2026-000124.pdf'],
    ['F/2026 \\ 7', 'F-2026-7.pdf'],
    ['../../etc/passwd', 'etc-passwd.pdf'],
    ['a;b#c', 'a-b-c.pdf'],
    ['...', 'invoice.pdf'],
    ['%2e%2e', '2e-2e.pdf'],
    ['N_1.b', 'N_1.b.pdf'],
  ])('of invoice %j is named %s [B29]', async (number, name) => {
    const id = await issueInvoice(api, organization, number);
    await storePdf(api, id);
    const { headers } = await download(id);
    expect(headers['content-disposition']).toBe(`attachment; filename="${name}"`);
  });
});

describe('an invoice without a PDF', () => {
  const PROCESSING = errorBody('unprocessable_content', 'Invoice is still being processed');

  it('returns 422 with Retry-After while it waits for a worker', async () => {
    const answer = await download(await firstOf(await postBatch(api, organization, 1, 'W')));
    expect(answer.statusCode).toBe(422);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toEqual(PROCESSING);
  });

  it('returns 422 with Retry-After while a worker processes it', async () => {
    const batchId = await postBatch(api, organization, 1, 'W');
    await api.database.pool.query(`update batches set status = 'processing' where id = $1`, [batchId]);
    const answer = await download(await firstOf(batchId));
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([422, '5']);
    expect(answer.json()).toEqual(PROCESSING);
  });

  it('returns 422 with the reason and without Retry-After if it failed at creation', async () => {
    const answer = await download(
      await firstOf(await postBatch(api, organization, 1, 'W', () => ({ issuer_nif: null }))),
    );
    expect(answer.statusCode).toBe(422);
    expect(answer.headers).not.toHaveProperty('retry-after');
    const reason = "Invoice was not issued: Issuer NIF can't be blank";
    expect(answer.json()).toEqual(errorBody('unprocessable_content', reason));
  });

  it('returns 422 with the reason and without Retry-After if it failed in processing', async () => {
    await issueInvoice(api, organization, 'TWICE');
    const answer = await download(await issueInvoice(api, organization, 'TWICE'));
    expect(answer.statusCode).toBe(422);
    expect(answer.headers).not.toHaveProperty('retry-after');
    const reason = expect.stringMatching(/^Invoice was not issued: Invoice number /);
    expect(answer.json()).toEqual(errorBody('unprocessable_content', reason));
  });

  it('enqueues no render job if it is not issued', async () => {
    const batchId = await postBatch(api, organization, 1, 'W', () => ({ issuer_nif: null }));
    await download(await firstOf(batchId));
    // The job of the batch itself may be enqueued later, together with others.
    const names = await eventually(() => {
      const own = api.jobs.filter(({ payload }) => 'batchId' in payload && payload.batchId === batchId);
      return own.length > 0 && own.map(({ name }) => name);
    });
    expect(names).toEqual(['process-batch']);
  });
});

it('the PDF of an invoice is not served to another organization', async () => {
  const stranger = await api.createOrganization();
  const answer = await api.get(stranger.token, `/batch_invoices/${invoiceId}/pdf`);
  expect(answer.statusCode).toBe(404);
  expect(answer.headers).not.toHaveProperty('etag');
});
