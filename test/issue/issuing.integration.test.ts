import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchInvoiceView, BatchView } from '../../src/contracts/answers.ts';
import type { InvoiceDocument } from '../../src/contracts/invoice-document.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { verifyChains } from '../support/chains.ts';
import { issueBatch, issuingContext, postBatch } from '../support/engine.ts';
import { NOBODY } from '../domain/support/inputs.ts';
import { readStoredDocument } from '../support/literals.ts';

describe('issuing a batch', () => {
  let api: TestApi;
  let organization: TestOrganization;
  beforeAll(async () => {
    api = await openTestApi();
    organization = await api.createOrganization();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  const readBatch = async (id: number) =>
    (await api.get(organization.token, `/invoice_batches/${id}`)).json<{ data: BatchView }>().data;
  const readInvoices = async (id: number) =>
    (await api.get(organization.token, `/invoice_batches/${id}/batch_invoices?per_page=100`)).json<{
      data: BatchInvoiceView[];
    }>().data;
  const readDocument = async (id: number) =>
    JSON.parse(await readStoredDocument(api.database.pool, id)) as InvoiceDocument;

  it('issues and numbers every invoice and records it in the chain of its issuer', async () => {
    const batchId = await issueBatch(api, organization, 30, 'ALL', (index) => ({
      issuer_nif: index % 2 === 0 ? 'B12345674' : 'A12345674',
    }));
    expect(await readBatch(batchId)).toMatchObject({ status: 'processed', invoices_count: 30 });
    const invoices = await readInvoices(batchId);
    for (const invoice of invoices) {
      expect(invoice).toMatchObject({
        processing_status: 'processed',
        processing_error: null,
        total_after_taxes: '121.00',
        verifactu_state: 'remission',
      });
      expect(invoice.issued_invoice_id).toBeTypeOf('number');
    }
    expect([...(await verifyChains(api.database.pool)).values()]).toEqual([15, 15]);
  });

  it('sets the status processed_with_errors when some invoices failed at creation', async () => {
    const batchId = await issueBatch(api, organization, 3, 'SOME', (index) =>
      index === 1 ? { issuer_nif: '' } : {},
    );
    expect((await readBatch(batchId)).status).toBe('processed_with_errors');
    expect((await readInvoices(batchId)).map((invoice) => invoice.processing_status)).toEqual([
      'processed',
      'failed',
      'processed',
    ]);
  });

  it('sets the status failed when no invoice could be issued, and leaves nothing to render', async () => {
    const batchId = await issueBatch(api, organization, 2, 'NONE', () => ({ issuer_nif: '' }));
    const batch = await readBatch(batchId);
    expect(batch.status).toBe('failed');
    expect(batch.processed_at).not.toBeNull();
    const { rows } = await api.database.pool.query('select rendered_at from batches where id = $1', [
      batchId,
    ]);
    expect(rows[0]).toMatchObject({ rendered_at: expect.anything() });
  });

  it('shows the batch and its unfinished invoices as processing between claim and commit', async () => {
    const batchId = await postBatch(api, organization, 2, 'BETWEEN');
    await api.database.pool.query(`update batches set status = 'processing' where id = $1`, [batchId]);
    expect((await readBatch(batchId)).status).toBe('processing');
    expect((await readInvoices(batchId))[0]).toMatchObject({ processing_status: 'processing' });
    await processBatch(issuingContext(api), batchId);
  });

  it('fails only the invoices whose numbers an earlier batch has issued', async () => {
    const first = await issueBatch(api, organization, 2, 'TAKEN');
    const second = await issueBatch(api, organization, 3, 'TAKEN');
    const [owner] = await readInvoices(first);
    const invoices = await readInvoices(second);
    expect(invoices.map((invoice) => invoice.processing_status)).toEqual(['failed', 'failed', 'processed']);
    expect(invoices[0]!.processing_error).toBe(
      `Invoice number is already used by issued invoice ${owner!.id}, dated 2026-11-20: use a number that the issuer has not used in the same calendar year`,
    );
  });

  it('accepts a number again in another calendar year or from another issuer, but not on another day of the same year', async () => {
    await issueBatch(api, organization, 1, 'AGAIN');
    const changes = [
      { operation_date: '2025-11-20' },
      { issuer_nif: 'A12345674' },
      { operation_date: '2026-01-01' },
    ];
    const batchId = await issueBatch(api, organization, 3, 'AGAIN', (index) => ({
      number_serie: 'AGAIN-1',
      ...changes[index],
    }));
    expect((await readInvoices(batchId)).map((invoice) => invoice.processing_status)).toEqual([
      'processed',
      'processed',
      'failed',
    ]);
  });

  it('refuses a second F3 for the same simplified invoice, in the same batch or in a later one', async () => {
    const original = await issueBatch(api, organization, 1, 'SIMPLE', () => ({
      invoice_type: 'F2',
      ...NOBODY,
    }));
    const [issued] = await readInvoices(original);
    const replace = () => ({ invoice_type: 'F3', rectified_invoice_id: issued!.issued_invoice_id });
    const [first, second] = await readInvoices(await issueBatch(api, organization, 2, 'REPLACE', replace));
    expect(first).toMatchObject({ processing_status: 'processed' });
    const refusal = `Rectified invoice is already replaced by issued invoice ${first!.issued_invoice_id}: a simplified invoice can be replaced only once; rectify the F3 with R1 to R4`;
    expect(second).toMatchObject({ processing_status: 'failed', processing_error: refusal });
    const [third] = await readInvoices(await issueBatch(api, organization, 1, 'REPLACE-LATER', replace));
    expect(third).toMatchObject({ processing_status: 'failed', processing_error: refusal });
  });

  it('is refused by the database when a second F3 would replace the same simplified invoice', async () => {
    const original = await issueBatch(api, organization, 1, 'GUARD', () => ({
      invoice_type: 'F2',
      ...NOBODY,
    }));
    const [issued] = await readInvoices(original);
    const replacing = await issueBatch(api, organization, 1, 'GUARDED', () => ({
      invoice_type: 'F3',
      rectified_invoice_id: issued!.issued_invoice_id,
    }));
    const waiting = await postBatch(api, organization, 1, 'UNGUARDED');
    await expect(
      api.database.pool.query(
        `with packed as (
           insert into document_blocks (batch_id, organization_id, occupancy, part, codec, sha256, content)
           select $2::bigint / 1000, organization_id, occupancy, part, codec, sha256, content from document_blocks where batch_id = $1::bigint / 1000)
         insert into issued_invoices
           (id, organization_id, issuer_nif, invoice_number, issue_date, total, qr_url, issued_at, invoice_type, issuer_name, document_bytes, rectified_invoice_id)
         select $2, organization_id, issuer_nif, 'UNGUARDED-1', issue_date, total, qr_url, issued_at, invoice_type, issuer_name, document_bytes,
                rectified_invoice_id
         from issued_invoices where id = $1`,
        [replacing * 1000, waiting * 1000],
      ),
    ).rejects.toThrow('a simplified invoice can be replaced only once');
    // A batch that names others waits for earlier ones.
    await processBatch(issuingContext(api), waiting);
  });

  it('names the rectified invoice in the document when both have the same issuer', async () => {
    const original = await issueBatch(api, organization, 1, 'ORIGINAL');
    const [issued] = await readInvoices(original);
    const batchId = await issueBatch(api, organization, 1, 'CREDIT', () => ({
      invoice_type: 'R1',
      rectified_invoice_id: issued!.issued_invoice_id,
      lines: [{ concept: 'Devolución', units: -1, unit_price: 100, tax_rate: 21 }],
    }));
    const [credit] = await readInvoices(batchId);
    expect(credit).toMatchObject({ processing_status: 'processed', total_after_taxes: '-121.00' });
    expect((await readDocument(credit!.id)).rectified).toEqual({
      number: 'ORIGINAL-1',
      issueDate: '2026-11-20',
    });
  });

  it.each([
    ['does not exist', 999_999_999, 'B12345674', 'Rectified invoice does not exist'],
    ['belongs to another issuer', null, 'A12345674', 'Rectified invoice belongs to another issuer'],
  ])('fails a rectification of an invoice that %s', async (name, id, issuerNif, message) => {
    const original = await issueBatch(api, organization, 1, `RECT ${name}`);
    const [issued] = await readInvoices(original);
    const batchId = await issueBatch(api, organization, 1, `WRONG ${name}`, () => ({
      issuer_nif: issuerNif,
      invoice_type: 'R1',
      rectified_invoice_id: id ?? issued!.issued_invoice_id,
    }));
    expect((await readInvoices(batchId))[0]).toMatchObject({
      processing_status: 'failed',
      processing_error: message,
    });
  });

  it('does not let one organization rectify an invoice of another', async () => {
    const other = await api.createOrganization('Otra');
    const original = await issueBatch(api, other, 1, 'FOREIGN');
    const batchId = await issueBatch(api, organization, 1, 'REACH', () => ({
      invoice_type: 'R1',
      rectified_invoice_id: original * 1000,
    }));
    expect((await readInvoices(batchId))[0]!.processing_error).toBe('Rectified invoice does not exist');
  });

  it('creates neither a record nor a QR code for an organization without VeriFactu', async () => {
    const off = await api.createOrganization('Sin VeriFactu', 'sii');
    const batchId = await issueBatch(api, off, 2, 'OFF', () => ({ issuer_nif: 'Q2826000H' }));
    const answer = await api.get(off.token, `/invoice_batches/${batchId}/batch_invoices`);
    expect(answer.json<{ data: BatchInvoiceView[] }>().data[0]).toMatchObject({
      processing_status: 'processed',
      verifactu_state: null,
    });
    const { rows } = await api.database.pool.query(
      `select qr_url, (select count(*)::int from registration_records where organization_id = $1) as records
       from issued_invoices where organization_id = $1`,
      [off.id],
    );
    expect(rows[0]).toEqual({ qr_url: null, records: 0 });
  });

  it('uses today as the issue date when VAT is not due yet, and prepares the batch again if midnight passes', async () => {
    const batchId = await postBatch(api, organization, 1, 'MIDNIGHT', () => ({
      operation_date: '2027-01-15',
      lines: [{ concept: 'Suministro', units: 1, unit_price: 10, tax_rate: 21, tax_regime: '15' }],
    }));
    const instants = ['2026-11-21T22:59:59Z', '2026-11-21T23:00:01Z'].map((text) => new Date(text));
    let reads = 0;
    const now = () => instants[Math.min(reads++, 1)]!;
    await processBatch({ ...issuingContext(api), now }, batchId);
    const document = await readDocument(batchId * 1000);
    expect(document).toMatchObject({ issueDate: '2026-11-22', operationDate: '2027-01-15' });
  });

  it('stores the newest issuer profile with the issued invoice', async () => {
    const { pool } = api.database;
    const insert = `insert into issuer_profiles (organization_id, issuer_nif, profile) values ($1, 'B12345674', $2) returning id`;
    await pool.query(insert, [organization.id, { city: 'Vieja' }]);
    const newest = await pool.query<{ id: string }>(insert, [organization.id, { city: 'Nueva' }]);
    const batchId = await issueBatch(api, organization, 1, 'PROFILE');
    const { rows } = await pool.query('select issuer_profile_id from issued_invoices where id = $1', [
      batchId * 1000,
    ]);
    expect(rows[0]).toEqual({ issuer_profile_id: newest.rows[0]!.id });
  });

  it('fails only the invoice that the database refuses', async () => {
    const { pool } = api.database;
    await pool.query(
      `alter table issued_invoices add constraint poison check (invoice_number <> 'POISON-7') not valid`,
    );
    try {
      const batchId = await issueBatch(api, organization, 20, 'POISON');
      const invoices = await readInvoices(batchId);
      expect(
        invoices.filter((invoice) => invoice.processing_status === 'failed').map((i) => i.invoice_number),
      ).toEqual(['POISON-7']);
      expect((await readBatch(batchId)).status).toBe('processed_with_errors');
      await verifyChains(pool);
    } finally {
      await pool.query('alter table issued_invoices drop constraint poison');
    }
  });

  it('keeps a batch due when the database refuses all its invoices, because the fault is not theirs', async () => {
    const { pool } = api.database;
    const batchId = await postBatch(api, organization, 4, 'REFUSED');
    await pool.query(
      `alter table issued_invoices add constraint refused check (invoice_number not like 'REFUSED%') not valid`,
    );
    await expect(processBatch(issuingContext(api), batchId)).rejects.toMatchObject({
      name: 'OwnFault',
      cause: { constraint: 'refused' },
    });
    await pool.query('alter table issued_invoices drop constraint refused');
    await processBatch(issuingContext(api), batchId);
    expect((await readBatch(batchId)).status).toBe('processed');
  });
});
