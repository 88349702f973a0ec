import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimBatch } from '../../src/issue/statements/issuing.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch, issuingContext, postBatch } from '../support/engine.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const WRONG = { issuer_nif: null };

/** Reads the batch and its invoices, and checks that the lists and the single reads agree. */
async function read({ token }: TestOrganization, batchId: number) {
  const batch = (await api.get(token, `/invoice_batches/${batchId}`)).json();
  const list = (await api.get(token, '/invoice_batches')).json();
  expect(list.data.find(({ id }: { id: number }) => id === batchId)).toEqual(batch.data);
  const invoices = (await api.get(token, `/invoice_batches/${batchId}/batch_invoices`)).json();
  for (const invoice of invoices.data) {
    expect((await api.get(token, `/batch_invoices/${invoice.id}`)).json()).toEqual({ data: invoice });
  }
  return { batch: batch.data, invoices: invoices.data };
}

describe('a batch and its invoices', () => {
  it('are received and pending at first, with null for what is not known yet', async () => {
    const organization = await api.createOrganization();
    const { batch, invoices } = await read(organization, await postBatch(api, organization, 1, 'A'));
    expect(batch).toMatchObject({ status: 'received', processed_at: null, invoices_count: 1 });
    expect(invoices).toEqual([
      {
        id: expect.any(Number),
        external_invoice_id: 'A-ext-0',
        invoice_number: 'A-1',
        total_after_taxes: null,
        processing_status: 'pending',
        processing_error: null,
        issued_invoice_id: null,
        verifactu_state: null,
      },
    ]);
  });

  it('may have neither external id nor number', async () => {
    const organization = await api.createOrganization();
    const nameless = { external_invoice_id: null, number_serie: null };
    const { invoices } = await read(organization, await postBatch(api, organization, 1, 'A', () => nameless));
    expect(invoices).toEqual([expect.objectContaining({ external_invoice_id: null, invoice_number: null })]);
  });

  it('are processing while a worker has claimed them, except invoices that failed at creation', async () => {
    const organization = await api.createOrganization();
    const batchId = await postBatch(api, organization, 2, 'A', (index) => (index === 1 ? WRONG : {}));
    await claimBatch(api.workers.pool, batchId);
    const { batch, invoices } = await read(organization, batchId);
    expect(batch).toMatchObject({ status: 'processing', processed_at: null });
    expect(invoices).toEqual([
      expect.objectContaining({ processing_status: 'processing', processing_error: null }),
      expect.objectContaining({ processing_status: 'failed', processing_error: "Issuer NIF can't be blank" }),
    ]);
  });

  it('are processed when all were issued, with a total, an issued invoice and a pending record', async () => {
    const organization = await api.createOrganization();
    const batchId = await issueBatch(api, organization, 2, 'A');
    const { batch, invoices } = await read(organization, batchId);
    expect(batch).toMatchObject({ status: 'processed', invoices_count: 2 });
    expect(batch.processed_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(invoices).toEqual(
      [0, 1].map((index) => ({
        id: expect.any(Number),
        external_invoice_id: `A-ext-${index}`,
        invoice_number: `A-${index + 1}`,
        total_after_taxes: '121.00',
        processing_status: 'processed',
        processing_error: null,
        issued_invoice_id: expect.any(Number),
        verifactu_state: 'remission',
      })),
    );
  });

  it('have no registration record if the organization does not use VeriFactu', async () => {
    const organization = await api.createOrganization('Sin VeriFactu SL', 'sii');
    const outside = () => ({ issuer_nif: 'G12345674' });
    const { invoices } = await read(organization, await issueBatch(api, organization, 1, 'A', outside));
    expect(invoices[0]).toMatchObject({ processing_status: 'processed', verifactu_state: null });
  });

  it('end as processed_with_errors if some invoices failed', async () => {
    const organization = await api.createOrganization();
    const batchId = await issueBatch(api, organization, 2, 'A', (index) => (index === 0 ? WRONG : {}));
    const { batch, invoices } = await read(organization, batchId);
    expect(batch.status).toBe('processed_with_errors');
    expect(batch.processed_at).not.toBeNull();
    expect(invoices.map((invoice: { processing_status: string }) => invoice.processing_status)).toEqual([
      'failed',
      'processed',
    ]);
  });

  it('end as failed if no invoice was issued', async () => {
    const organization = await api.createOrganization();
    const batchId = await issueBatch(api, organization, 2, 'A', () => WRONG);
    const { batch, invoices } = await read(organization, batchId);
    expect(batch.status).toBe('failed');
    expect(batch.processed_at).not.toBeNull();
    expect(invoices).toEqual(
      Array(2).fill(expect.objectContaining({ processing_status: 'failed', issued_invoice_id: null })),
    );
  });

  it('fail in processing if an earlier batch has used the invoice number', async () => {
    const organization = await api.createOrganization();
    await issueBatch(api, organization, 1, 'A');
    const { batch, invoices } = await read(organization, await issueBatch(api, organization, 2, 'A'));
    expect(batch.status).toBe('processed_with_errors');
    expect(invoices[0]).toMatchObject({
      processing_status: 'failed',
      processing_error: expect.stringMatching(/^Invoice number /),
      issued_invoice_id: null,
      total_after_taxes: null,
      verifactu_state: null,
    });
    expect(invoices[1]).toMatchObject({ processing_status: 'processed', processing_error: null });
  });

  it('do not change when they are processed again', async () => {
    const organization = await api.createOrganization();
    const batchId = await issueBatch(api, organization, 2, 'A', (index) => (index === 0 ? WRONG : {}));
    const before = await read(organization, batchId);
    await claimBatch(api.workers.pool, batchId);
    expect(await processBatch(issuingContext(api), batchId)).toEqual({ kind: 'ended_before' });
    expect(await read(organization, batchId)).toEqual(before);
  });

  it.each([
    [[{ units: 1, unit_price: 100, tax_rate: 21 }], '121.00'],
    [[{ units: 3, unit_price: 0.333333, tax_rate: 0 }], '1.00'],
    [[{ units: -1, unit_price: 100, tax_rate: 21 }], '-121.00'],
    [[{ units: 1, unit_price: 0, tax_rate: 21 }], '0.00'],
    [[{ units: 1e5, unit_price: 1e6, tax_rate: 10 }], '110000000000.00'],
  ])('have the total as a string with two decimals: %j', async (lines, total) => {
    const organization = await api.createOrganization();
    const changes = { lines: lines.map((line) => ({ concept: 'x', ...line })) };
    const { invoices } = await read(organization, await issueBatch(api, organization, 1, 'A', () => changes));
    expect(invoices[0].total_after_taxes).toBe(total);
  });
});
