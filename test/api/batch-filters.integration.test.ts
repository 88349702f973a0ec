import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchInvoiceView, BatchView } from '../../src/contracts/answers.ts';
import { storeBatches } from '../support/rollups.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch, postBatch } from '../support/engine.ts';
import { buildBatchBody, buildInvoice } from '../support/invoices.ts';

type List<T> = { data: T[]; meta: { total_count: number; total_pages: number } };

let api: TestApi;
let organization: TestOrganization;
let other: TestOrganization;
const START = Date.parse('2026-11-20T10:00:00Z');
/** The batches of the organization, newest first as in lists. */
let all: BatchView[];

beforeAll(async () => {
  api = await openTestApi();
  [organization, other] = [await api.createOrganization(), await api.createOrganization()];
  for (let minute = 0; minute < 12; minute += 1) {
    // The time has a fraction of a second.
    api.clock.now = new Date(START + minute * 60_000 + 900);
    const isWrong = minute % 4 === 3;
    const invoices = [
      buildInvoice({ number_serie: `F-${minute}-a`, external_invoice_id: `pedido ${minute % 5}` }),
      buildInvoice({ number_serie: isWrong ? '"' : `F-${minute}-b`, external_invoice_id: `b-${minute}` }),
    ];
    const batch = { invoice_batch: { external_batch_id: `lote ${minute % 3}`, invoices } };
    const answer = await api.post(organization.token, batch);
    if (answer.statusCode !== 201) throw new Error(answer.body);
  }
  await issueBatch(api, organization, 1, 'LAST');
  await postBatch(api, other, 1, 'OTHER');
  all = (await list<BatchView>('/invoice_batches?per_page=100')).data;
});
afterAll(() => api[Symbol.asyncDispose]());

async function list<T>(path: string, { token } = organization): Promise<List<T>> {
  const answer = await api.get(token, path);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<List<T>>();
}

const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();

describe('a filter of batches', () => {
  const FILTERS: [Record<string, string>, (batch: BatchView) => boolean][] = [
    [{ status: 'received' }, ({ status }) => status === 'received'],
    [{ status: 'processed' }, ({ status }) => status === 'processed'],
    [{ status: 'failed' }, () => false],
    [{ external_batch_id: 'lote 1' }, ({ external_batch_id: id }) => id === 'lote 1'],
    [{ external_batch_id: 'LOTE 1' }, () => false],
    [{ received_from: '2026-11-20T10:05:00Z' }, ({ received_at: at }) => at >= '2026-11-20T10:05:00Z'],
    [{ received_to: '2026-11-20T10:05:00Z' }, ({ received_at: at }) => at <= '2026-11-20T10:05:00Z'],
    [
      {
        received_from: '2026-11-20T10:02:00Z',
        received_to: '2026-11-20T10:08:00Z',
        external_batch_id: 'lote 0',
      },
      ({ received_at: at, external_batch_id: id }) =>
        at >= '2026-11-20T10:02:00Z' && at <= '2026-11-20T10:08:00Z' && id === 'lote 0',
    ],
  ];

  it.each(FILTERS)(
    '%j returns every matching batch, newest first, with the exact total, on pages of any size',
    async (filter, fits) => {
      const expected = all.filter(fits);
      for (const perPage of [1, 3, 100]) {
        const pages = Math.ceil(expected.length / perPage);
        const found: BatchView[] = [];
        for (let page = 1; page <= pages + 1; page += 1) {
          const answer = await list<BatchView>(
            `/invoice_batches?${query({ ...filter, per_page: String(perPage), page: String(page) })}`,
          );
          expect(answer.meta).toMatchObject({ total_count: expected.length, total_pages: pages });
          found.push(...answer.data);
        }
        expect(found).toEqual(expected);
      }
    },
  );

  it('includes both time bounds to the second, whatever the fraction', async () => {
    const moment = '2026-11-20T10:01:00Z';
    const { data } = await list<BatchView>(
      `/invoice_batches?${query({ received_from: moment, received_to: moment })}`,
    );
    expect(data.map(({ received_at: at }) => at)).toEqual([moment]);
  });

  it('finds an external id of 255 characters, whatever its number of bytes', async () => {
    const namer = await api.createOrganization();
    const name = '🧾'.repeat(255);
    const body = buildBatchBody(1, 'LONG', () => ({ external_invoice_id: name }));
    body.invoice_batch.external_batch_id = name;
    const made = await api.post(namer.token, body);
    expect(made.statusCode).toBe(201);
    const { id } = made.json<{ data: { id: number } }>().data;
    const batches = await list<BatchView>(`/invoice_batches?${query({ external_batch_id: name })}`, namer);
    expect(batches.data.map((batch) => batch.id)).toEqual([id]);
    const found = await list(`/batch_invoices?${query({ external_invoice_id: name })}`, namer);
    expect(found.data).toMatchObject([{ id: id * 1000 }]);
  });

  it('returns no batch of another organization', async () => {
    const { data } = await list<BatchView>('/invoice_batches?status=received', other);
    expect(data).toHaveLength(1);
    expect(all.map(({ id }) => id)).not.toContain(data[0]!.id);
  });

  it.each([
    [
      '/invoice_batches?status=done',
      'status must be one of received, processing, processed, processed_with_errors, failed',
    ],
    ['/invoice_batches?external_batch_id=', "external_batch_id can't be blank"],
    ['/invoice_batches?external_batch_id=%00', "external_batch_id can't contain NUL"],
    [
      `/invoice_batches?external_batch_id=${'x'.repeat(256)}`,
      "external_batch_id can't be longer than 255 characters",
    ],
    [
      '/invoice_batches?received_from=2026-02-30T00:00:00Z',
      'received_from must be a time in UTC, such as 2026-11-20T09:15:30Z',
    ],
    [
      '/invoice_batches?received_to=yesterday',
      'received_to must be a time in UTC, such as 2026-11-20T09:15:30Z',
    ],
    [
      '/invoice_batches?received_to=2026-11-20T10:00:00%2B01:00',
      'received_to must be a time in UTC, such as 2026-11-20T09:15:30Z',
    ],
    [
      '/invoice_batches/1/batch_invoices?processing_status=x',
      'processing_status must be one of pending, processing, processed, failed',
    ],
    [
      '/invoice_batches/1/batch_invoices?verifactu_state=null',
      'verifactu_state must be one of remission, accepted, accepted_with_errors, rejected',
    ],
    [
      '/batch_invoices',
      'Either external_invoice_id, or issuer_nif together with invoice_number, is required',
    ],
    [
      '/batch_invoices?issuer_nif=B12345674',
      'Either external_invoice_id, or issuer_nif together with invoice_number, is required',
    ],
    [
      '/batch_invoices?external_invoice_id=a&issuer_nif=b&invoice_number=c',
      'Either external_invoice_id, or issuer_nif together with invoice_number, is required',
    ],
  ])('is refused with a message that names its fault: %s', async (path, message) => {
    const answer = await api.get(organization.token, path);
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: { code: 'bad_request', message } }]);
  });
});

describe('a filter of invoices', () => {
  it('selects invoices of one batch by status and by external id', async () => {
    const batch = all.find(
      ({ external_batch_id: id, received_at: at }) => id === 'lote 0' && at === '2026-11-20T10:03:00Z',
    )!;
    const path = `/invoice_batches/${batch.id}/batch_invoices`;
    const { data: both } = await list<BatchInvoiceView>(path);
    const cases: [Record<string, string>, BatchInvoiceView[]][] = [
      [{ processing_status: 'failed' }, both.slice(1)],
      [{ processing_status: 'pending' }, both.slice(0, 1)],
      [{ processing_status: 'processed' }, []],
      [{ external_invoice_id: 'b-3' }, both.slice(1)],
      [{ external_invoice_id: 'b-3', processing_status: 'pending' }, []],
      [{ verifactu_state: 'accepted' }, []],
    ];
    for (const [filter, expected] of cases) {
      const answer = await list<BatchInvoiceView>(`${path}?${query(filter)}`);
      expect({ filter, data: answer.data, total: answer.meta.total_count }).toEqual({
        filter,
        data: expected,
        total: expected.length,
      });
    }
    const strange = await api.get(other.token, `${path}?processing_status=failed`);
    expect(strange.statusCode).toBe(404);
  });

  it('finds invoices of all batches by external id, newest first, and by issuer and number', async () => {
    const found = await list<BatchInvoiceView>(
      `/batch_invoices?${query({ external_invoice_id: 'pedido 1' })}`,
    );
    expect(found.data.map(({ invoice_number: number }) => number)).toEqual(['F-11-a', 'F-6-a', 'F-1-a']);
    expect(found.meta.total_count).toBe(3);
    const second = await list<BatchInvoiceView>(
      `/batch_invoices?${query({ external_invoice_id: 'pedido 1', per_page: '1', page: '2' })}`,
    );
    expect(second.data).toEqual([found.data[1]]);
    const { data: last } = await list<BatchInvoiceView>(`/invoice_batches/${all[0]!.id}/batch_invoices`);
    const byNumber = query({ issuer_nif: 'B12345674', invoice_number: last[0]!.invoice_number! });
    expect((await list<BatchInvoiceView>(`/batch_invoices?${byNumber}`)).data).toEqual(last);
    expect((await list<BatchInvoiceView>(`/batch_invoices?${byNumber}`, other)).data).toEqual([]);
    expect((await list<BatchInvoiceView>('/batch_invoices?external_invoice_id=none')).meta.total_count).toBe(
      0,
    );
  });

  it('finds at most the newest 10,000 invoices with the same external id', async () => {
    const owner = await api.createOrganization();
    const size = 1000;
    const batches = 11;
    await storeBatches(
      api.database.pool,
      owner.id,
      Array.from({ length: batches }, () => ({ status: 'received', receivedAt: new Date(START) })),
    );
    const client = await api.database.pool.connect();
    // Replica mode disables the triggers, which accept invoices only together with their batch.
    await client.query('set session_replication_role = replica');
    const { rows } = await client.query<{ id: number }>(
      `insert into batch_invoices (id, organization_id, batch_id, external_invoice_id)
       select b.id * 1000 + place, b.organization_id, b.id, 'one name' from batches b, generate_series(0, $2::int - 1) place where b.organization_id = $1
       returning id::float8 as id`,
      [owner.id, size],
    );
    // The connection is closed, because it is still in replica mode.
    client.release(true);
    const newest = rows.map(({ id }) => id).toSorted((a, b) => b - a);
    expect(newest).toHaveLength(batches * size);
    const found = (page: number) =>
      list<BatchInvoiceView>(
        `/batch_invoices?${query({ external_invoice_id: 'one name', per_page: '100', page: String(page) })}`,
        owner,
      );
    for (const page of [1, 50, 100]) {
      const { data, meta } = await found(page);
      expect(meta).toMatchObject({ total_count: 10_000, total_pages: 100 });
      expect(data.map(({ id }) => id)).toEqual(newest.slice((page - 1) * 100, page * 100));
    }
    expect((await found(101)).data).toEqual([]);
  });
});
