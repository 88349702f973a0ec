import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openBatchWriter } from '../../src/accept/batch-writer.ts';
import type { NewBatch } from '../../src/accept/statements/accept-statement.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { FLAT_RULES } from '../../src/domain/reading/request-rules.ts';

let api: TestApi;
beforeAll(async () => void (api = await openTestApi()));
afterAll(() => api[Symbol.asyncDispose]());
afterEach(() => vi.restoreAllMocks());

const buildBatch = (organizationId: number, changes: Partial<NewBatch> = {}): NewBatch => ({
  rules: FLAT_RULES,
  organizationId,
  idempotencyKey: randomUUID(),
  bodyHash: Buffer.alloc(32, 7),
  body: Buffer.from('a compressed body'),
  response: ['{"data":{"id":', '}}'],
  receivedAt: new Date(),
  externalBatchId: null,
  work: 3,
  traceparent: null,
  externalInvoiceIds: ['a', null, 'ñ"\\'],
  invoiceNumbers: ['1', '2', null],
  processingErrors: [null, null, 'Invoice number is missing'],
  spanishErrors: [null, null, 'Falta el número de factura'],
  metadata: [],
  warnings: [],
  issuerNifs: null,
  ...changes,
});

/**
 * Writes all batches at the same time. The first ones are written alone; the writer combines the
 * later ones.
 */
function writeAll(batches: readonly NewBatch[]) {
  const writer = openBatchWriter(api.ingress.pool);
  return Promise.allSettled(batches.map((batch) => writer.write(batch)));
}

async function readRows(organizationId: number) {
  const { rows } = await api.database.pool.query(
    `select b.ordinal::int, b.id::int, r.response, count(*)::int as invoices,
            array_agg(i.external_invoice_id order by i.id) as "externalIds",
            array_agg(i.invoice_number order by i.id) as numbers, array_agg(i.processing_error order by i.id) as errors
     from batches b
     join batch_bodies y on y.batch_id = b.id and y.organization_id = b.organization_id
     join idempotency_records r on r.batch_id = b.id and r.organization_id = b.organization_id
     join batch_invoices i on i.batch_id = b.id and i.organization_id = b.organization_id
     where b.organization_id = $1 group by b.id, r.response order by b.ordinal`,
    [organizationId],
  );
  return rows as { ordinal: number; id: number; response: string; [column: string]: unknown }[];
}

describe('batches that are written at the same time', () => {
  it('share SQL statements and receive consecutive ordinals within their organization', async () => {
    const organizations = await Promise.all([1, 2, 3].map(() => api.createOrganization()));
    const batches = Array.from({ length: 60 }, (_, index) => buildBatch(organizations[index % 3]!.id));
    const query = vi.spyOn(Client.prototype, 'query');
    const outcomes = await writeAll(batches);
    // A connection that is opened during the test sends other statements, which do not count.
    const stored = query.mock.calls.filter(([statement]) =>
      JSON.stringify(statement).includes('insert into batches'),
    );
    expect(stored.length).toBeLessThan(10);
    expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
    for (const { id } of organizations) {
      const rows = await readRows(id);
      expect(rows.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
      for (const row of rows) {
        expect(row).toMatchObject({
          response: `{"data":{"id":${row.id}}}`,
          externalIds: ['a', null, 'ñ"\\'],
          numbers: ['1', '2', null],
          errors: [null, null, 'Invoice number is missing'],
        });
      }
    }
  });

  it('are stored even when one among them cannot be stored', async () => {
    const { id } = await api.createOrganization();
    const batches = Array.from({ length: 30 }, (_, index) =>
      buildBatch(id, index === 17 ? { externalBatchId: 'NUL \0' } : {}),
    );
    const outcomes = await writeAll(batches);
    expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([17]);
    expect(await readRows(id)).toHaveLength(29);
  });

  it('are stored as one batch when they have the same idempotency key', async () => {
    const { id } = await api.createOrganization();
    const idempotencyKey = randomUUID();
    const outcomes = await writeAll(Array.from({ length: 20 }, () => buildBatch(id, { idempotencyKey })));
    const stored = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value !== null);
    expect(stored).toHaveLength(1);
    expect(await readRows(id)).toHaveLength(1);
  });

  it('do not wait for one among them whose idempotency key another transaction holds', async () => {
    const { id } = await api.createOrganization();
    const held = buildBatch(id);
    const other = await api.database.pool.connect();
    await other.query('begin');
    await other.query(
      `insert into batches (id, organization_id, ordinal, status, invoices_count, received_at) values (900000, $1, 900000, 'received', 1, now())`,
      [id],
    );
    await other.query(`insert into idempotency_records values ($1, $2, 900000, '\\x00', 'x', now())`, [
      id,
      held.idempotencyKey,
    ]);
    const writer = openBatchWriter(api.ingress.pool);
    const batches = Array.from({ length: 20 }, (_, index) => (index === 10 ? held : buildBatch(id)));
    let done = 0;
    const writing = batches.map((batch) => writer.write(batch).finally(() => (done += 1)));
    await eventually(async () => done === 19, { within: 3000, what: 'the other 19 batches' });
    await other.query('rollback');
    other.release();
    await Promise.all(writing);
    expect(await readRows(id)).toHaveLength(20);
  });
});
