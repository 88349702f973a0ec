import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceInput } from '#src/contracts/v2/invoice-input.ts';
import type { TestApi } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { buildBatchV2 } from '../../support/invoices-v2.ts';
import { numbered, openSingleInvoices, type SingleInvoices, type Whole } from './support/single-invoices.ts';

let single: SingleInvoices;
let api: TestApi;
beforeAll(async () => {
  single = await openSingleInvoices();
  ({ api } = single);
});
afterAll(() => single[Symbol.asyncDispose]());

const send: SingleInvoices['send'] = (...sent) => single.send(...sent);
async function countBatches(organizationId: number): Promise<number> {
  const { rows } = await api.database.pool.query<{ count: number }>(
    'select count(*)::int as count from batches where organization_id = $1',
    [organizationId],
  );
  return rows[0]!.count;
}
type Refused = {
  error: { code: string; message: string; details: { path: string; code: string }[]; invoice_id?: number };
};

describe('POST /invoices', () => {
  it('returns the invoice issued, as GET /invoices/{id} returns it, with 201 and its path', async () => {
    const { apiKey } = await api.createOrganization();
    const answer = await send(apiKey, numbered('A-1'));
    expect(answer.statusCode).toBe(201);
    const { data } = answer.json<Whole>();
    expect(data).toMatchObject({
      invoice_number: 'A-1',
      external_invoice_id: 'ext-A-1',
      processing_status: 'processed',
      total_after_taxes: '121.00',
      verifactu_state: 'remission',
      totals: { total: '121.00' },
      registration: { qr_url: expect.stringContaining('numserie=A-1') as string },
      sent: { number_serie: 'A-1' },
    });
    expect(answer.headers['location']).toBe(`/api/v2/invoices/${data.id}`);
    expect(answer.headers).not.toHaveProperty('ratelimit-limit');
    const read = await api.inject({
      method: 'GET',
      url: String(answer.headers['location']),
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(read.json()).toEqual(answer.json());
  });

  it('makes a batch of one, which both versions show', async () => {
    const { apiKey, token, id } = await api.createOrganization();
    const { data } = (await send(apiKey, numbered('B-1'))).json<Whole>();
    const batch = await api.get(token, `/invoice_batches/${data.invoice_batch_id}`);
    expect(batch.json()).toMatchObject({ data: { status: 'processed', invoices_count: 1 } });
    expect(await countBatches(id)).toBe(1);
  });

  it('needs the right to submit, and no other', async () => {
    const reads = await api.createOrganization('Solo Leer SL', null, ['read']);
    expect((await send(reads.apiKey, numbered('R-1'))).statusCode).toBe(403);
    const submits = await api.createOrganization('Solo Enviar SL', null, ['submit']);
    expect((await send(submits.apiKey, numbered('R-1'))).statusCode).toBe(201);
    expect((await send(submits.token, numbered('R-2'))).statusCode).toBe(201);
  });

  it.each<[string, InvoiceInput | string, number, RegExp, { path: string; code: string }[]]>([
    [
      'a wrong value',
      numbered('C-1', { lines: [{ concept: 'x', units: 1, unit_price: 1, tax_rate: 22 }] }),
      422,
      /^Line 1: tax rate must be one of/,
      [{ path: '/lines/0/tax_rate', code: 'unknown_value' }],
    ],
    [
      'a wrong shape',
      '{"lines":[{"units":true}]}',
      422,
      /^lines\[0\]\.units must be a number/,
      [{ path: '/lines/0/units', code: 'wrong_type' }],
    ],
    [
      'an unknown member',
      '{"numero":"1"}',
      422,
      /^numero is not allowed/,
      [{ path: '/numero', code: 'unknown_member' }],
    ],
    [
      'a batch',
      JSON.stringify(buildBatchV2('C')),
      422,
      /^invoice_batch is not/,
      [{ path: '/invoice_batch', code: 'unknown_member' }],
    ],
    ['a list', '[{}]', 422, /^Body must be an object/, [{ path: '', code: 'wrong_type' }]],
    ['text after the invoice', '{"lines":[]} x', 400, /line 1, column 14/, []],
    ['two invoices', '{"lines":[]},{"lines":[]}', 400, /line 1, column 13/, []],
    [
      'text that would end the list',
      '{"lines":[]}],"external_batch_id":"x","invoices":[{"lines":[]}',
      400,
      /line 1, column 13/,
      [],
    ],
    ['nothing', '', 400, /empty/, []],
    ['no JSON', '{"lines":', 400, /line 1, column 10/, []],
  ])(
    'refuses %s with details, stores nothing and leaves the key free',
    async (_what, body, status, says, details) => {
      const { apiKey, id } = await api.createOrganization();
      const key = randomUUID();
      const answer = await send(apiKey, body, { key });
      expect(answer.statusCode).toBe(status);
      const { error } = answer.json<Refused>();
      expect(error.message).toMatch(says);
      expect(error.details).toMatchObject(details);
      expect(error.details).toHaveLength(details.length);
      expect(error).not.toHaveProperty('invoice_id');
      expect(await countBatches(id)).toBe(0);
      expect((await send(apiKey, numbered('C-9'), { key })).statusCode).toBe(201);
    },
  );

  it('refuses a number that was issued before, stores nothing, and answers in Spanish', async () => {
    const { apiKey, id } = await api.createOrganization();
    const first = (await send(apiKey, numbered('D-1'))).json<Whole>();
    const headers = { 'accept-language': 'es' };
    const answer = await send(apiKey, numbered('D-1', { external_invoice_id: 'other' }), { headers });
    expect(answer.statusCode).toBe(422);
    const { error } = answer.json<Refused>();
    expect(error).toMatchObject({
      code: 'validation_failed',
      details: [{ path: '/number_serie', code: 'duplicate' }],
    });
    expect(error.message).toContain(String(first.data.id));
    expect(error.message).toMatch(/factura/);
    expect(await countBatches(id)).toBe(1);
  });

  it('answers 422 with the id of an invoice that is stored and fails when it is issued, also when it is repeated', async () => {
    const { apiKey, id } = await api.createOrganization();
    const key = randomUUID();
    const body = numbered('E-1');
    // Two requests with one number: neither is issued when the other is examined.
    const late = await single.withoutWorker(() =>
      send(apiKey, numbered('E-1', { external_invoice_id: 'first' })),
    );
    expect(late.statusCode).toBe(202);
    const held = await single.withoutWorker(() => send(apiKey, body, { key }));
    expect(held.statusCode).toBe(202);
    await single.issueAll();
    const failed = await send(apiKey, body, { key });
    expect(failed.statusCode).toBe(422);
    const { error } = failed.json<Refused>();
    const invoice = held.json<Whole>().data.id;
    expect(error).toMatchObject({ code: 'not_issued', details: [], invoice_id: invoice });
    expect(error.message).toMatch(
      /^Invoice was stored but not issued: .*E-1|^Invoice was stored but not issued: /,
    );
    expect(failed.headers['location']).toBe(`/api/v2/invoices/${invoice}`);
    expect(await countBatches(id)).toBe(2);
    const read = await api.get(apiKey, `/invoices/${invoice}`, {}, 2);
    expect(read.json<Whole>().data.processing_status).toBe('failed');
  });

  it('returns the present state of the same invoice for the same key, and refuses another body', async () => {
    const { apiKey, token, id } = await api.createOrganization();
    const key = randomUUID();
    const first = await single.withoutWorker(() => send(apiKey, numbered('F-1'), { key }));
    expect(first.statusCode).toBe(202);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    const again = await single.withoutWorker(() =>
      send(apiKey, numbered('F-1'), { key, headers: { prefer: 'wait=0' } }),
    );
    expect(again.statusCode).toBe(202);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.json()).toEqual(first.json());
    await single.issueAll();
    // The same value with other white space, by a client that does not want to wait.
    const body = JSON.stringify(numbered('F-1'), null, 2);
    const issued = await send(apiKey, body, { key, headers: { prefer: 'respond-async' } });
    expect(issued.statusCode).toBe(201);
    expect(issued.headers['idempotency-replayed']).toBe('true');
    expect(issued.json<Whole>().data.id).toBe(first.json<Whole>().data.id);
    const other = await send(apiKey, numbered('F-2'), { key });
    expect(other.statusCode).toBe(422);
    expect(other.json<Refused>().error.code).toBe('invalid_idempotency_key');
    // It is the key of a batch of one as well.
    const batch = { invoice_batch: { invoices: [numbered('F-1')] } };
    const asBatch = await api.post(token, batch, { key, version: 2 });
    expect(asBatch.headers['idempotency-replayed']).toBe('true');
    expect(await countBatches(id)).toBe(1);
    expect((await send(apiKey, numbered('F-1'), { key: 'x' })).json<Refused>().error.code).toBe(
      'invalid_idempotency_key',
    );
  });

  it('makes one invoice of concurrent requests with one key, which all return', async () => {
    const { apiKey, id } = await api.createOrganization();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(apiKey, numbered('G-1'), { key })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.json<Whole>().data.id)).size).toBe(1);
    expect(await countBatches(id)).toBe(1);
  });

  it('is stored with others that arrive meanwhile in one statement, as small batches are', async () => {
    const { apiKey, id } = await api.createOrganization();
    const client = await api.database.pool.connect();
    await client.query('begin');
    await client.query('select from organizations where id = $1 for update', [id]);
    const headers = { prefer: 'respond-async' };
    const answers = Promise.all(
      Array.from({ length: 30 }, (_, index) => send(apiKey, numbered(`M-${index}`), { headers })),
    );
    // Two statements wait for the lock. When nothing else was sent for a while, the other invoices
    // have been examined, and wait for one of them.
    const { pool } = api.ingress;
    let quietLooks = 0;
    const isQuiet = () => {
      quietLooks = pool.totalCount - pool.idleCount === 2 ? quietLooks + 1 : 0;
      return quietLooks === 10;
    };
    await eventually(isQuiet);
    await client.query('rollback');
    client.release();
    for (const { statusCode } of await answers) expect(statusCode).toBe(202);
    const { rows } = await api.database.pool.query<{ statements: number }>(
      'select count(distinct xmin::text)::int as statements from batch_bodies where organization_id = $1',
      [id],
    );
    expect(rows[0]!.statements).toBeLessThanOrEqual(6);
    await single.issueAll();
  });

  it('does not show or change the invoices of another organization that uses the same key and number', async () => {
    const [one, other] = [await api.createOrganization(), await api.createOrganization()];
    const key = randomUUID();
    const mine = await send(one.apiKey, numbered('H-1'), { key });
    const theirs = await send(other.apiKey, numbered('H-1', { issuer_nif: 'A12345674' }), { key });
    expect([mine.statusCode, theirs.statusCode]).toEqual([201, 201]);
    expect(theirs.json<Whole>().data.id).not.toBe(mine.json<Whole>().data.id);
    const path = String(mine.headers['location']).replace('/api/v2', '');
    expect((await api.get(other.token, path, {}, 2)).statusCode).toBe(404);
  });
});
