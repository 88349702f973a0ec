import { INVOICES_PER_RENDER_BATCH } from '../../src/contracts/jobs.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIssuerProfile } from '#src/organizations/access/organizations.ts';
import { buildProfile } from '../render/support/build-invoice.ts';
import { BY_TEST, openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { storeRenderBatch } from '../support/pdfs.ts';
import { findLongestSlice } from '../support/slices.ts';

const MOST_MS = 50;
const INVOICES = 1000;

let api: TestApi;
let organization: TestOrganization;
let batchId: number;
beforeAll(async () => {
  api = await openTestApi({ READ_RATE_LIMIT: 1_000_000 });
  organization = await api.createOrganization();
  await addIssuerProfile(api.database.orm, organization.id, 'B12345674', buildProfile(), BY_TEST);
  // All these numbers become the same file name.
  const digits = '!#$%&()*+,';
  batchId = await issueBatch(api, organization, INVOICES, 'S', (index) => ({
    external_invoice_id: 'x',
    number_serie: String(index)
      .padStart(4, '0')
      .replaceAll(/\d/g, (digit) => digits[Number(digit)]!),
  }));
  // Each render batch has as many invoices as a worker renders together.
  for (let place = 0; place < INVOICES; place += INVOICES_PER_RENDER_BATCH)
    await storeRenderBatch(
      api,
      Array.from({ length: INVOICES_PER_RENDER_BATCH }, (_, index) => batchId * 1000 + place + index),
    );
});
afterAll(() => api[Symbol.asyncDispose]());

const BODIES: Readonly<Record<string, string>> = {
  valid: JSON.stringify(buildBatchBody(INVOICES, 'V')),
  wrong: JSON.stringify({ invoice_batch: { invoices: Array.from({ length: INVOICES }, () => ({})) } }),
  'wrong in many lines': JSON.stringify({
    invoice_batch: {
      invoices: Array.from({ length: INVOICES }, () => ({ lines: Array.from({ length: 20 }, () => ({})) })),
    },
  }),
};
const send = (path: string, body: string) =>
  api.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: {
      authorization: `Bearer ${organization.token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    payload: body,
  });
const get = (path: string) =>
  api.app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${organization.token}` } });

const KINDS: Readonly<Record<string, () => Promise<{ statusCode: number }>>> = {
  'archive of PDFs whose names collide': () => get(`/invoice_batches/${batchId}/pdfs`),
  'archive of electronic invoices': () => get(`/invoice_batches/${batchId}/documents?format=ubl`),
  summary: () => get(`/invoice_batches/${batchId}/summary`),
  'filtered list': () =>
    get(`/invoice_batches/${batchId}/batch_invoices?processing_status=processed&per_page=100`),
  search: () => get('/batch_invoices?external_invoice_id=x&per_page=100'),
  ...Object.fromEntries(
    Object.entries(BODIES).flatMap(([name, body]) => [
      [`dry run of ${INVOICES} invoices, ${name}`, () => send('/invoice_batches/validate', body)],
      [`creation of ${INVOICES} invoices, ${name}`, () => send('/invoice_batches', body)],
    ]),
  ),
};

describe('the event loop of the ingress', () => {
  it.each(Object.entries(KINDS))(
    `is not blocked for more than ${MOST_MS} ms at a time by a request: %s`,
    async (_kind, work) => {
      const workAndCheck = async () => {
        const { statusCode } = await work();
        expect(statusCode).toBeLessThan(300);
      };
      const found = await findLongestSlice(workAndCheck, MOST_MS);
      expect(found).toBeLessThanOrEqual(MOST_MS);
    },
  );
});
