import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { errorBody } from './endpoints.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const REUSED = errorBody(
  'invalid_idempotency_key',
  'Idempotency-Key was already used with a different request body',
);
const DAY = 24 * 3600 * 1000;

async function countBatches(token: string, of = api): Promise<number> {
  const list = await of.get(token, '/invoice_batches');
  return list.json<{ meta: { total_count: number } }>().meta.total_count;
}

/**
 * Rewrites a text without changing its JSON value: whitespace, order of members, escapes, number
 * forms.
 */
const SAME: [string, (text: string) => string][] = [
  ['the same bytes', (text) => text],
  ['other whitespace', (text) => JSON.stringify(JSON.parse(text), null, '\t')],
  ['whitespace around it', (text) => `\r\n ${text}\t `],
  ['another order of members', (text) => JSON.stringify(reverseMembers(JSON.parse(text)))],
  ['escaped letters', (text) => text.replaceAll('Servicio', '\\u0053ervicio')],
  ['escaped slashes', (text) => text.replaceAll('/', '\\/')],
  ['other number forms', (text) => text.replaceAll(':100,', ':1.00e2,').replaceAll(':21}', ':21.0}')],
];

/** Rewrites a text to a similar one with another JSON value. */
const OTHER: [string, (text: string) => string | Buffer][] = [
  ['another value', (text) => text.replace('Servicio', 'Servicios')],
  ['one more member, null', (text) => text.replace('"units"', '"notes":null,"units"')],
  ['one member less', (text) => text.replace('"external_batch_id":"F",', '')],
  ['a string in place of a number', (text) => text.replace('"tax_rate":21', '"tax_rate":"21"')],
  ['another order of items', (text) => JSON.stringify(reverseInvoices(JSON.parse(text)))],
  ['a body that is not JSON', (text) => text.slice(1)],
  ['no body', () => ''],
  ['a duplicate member', (text) => text.replace('{', '{"invoice_batch":{},')],
  ['a lone surrogate in place of U+FFFD', (text) => text.replace('\ufffd', '\\ud800')],
  ['an invalid byte in place of U+FFFD', (text) => replaceBytes(text, '\ufffd', '\xff')],
];

describe('the same Idempotency-Key', () => {
  it('uses no batch ids for replays, whether they are concurrent or not', async () => {
    const { token } = await api.createOrganization();
    const create = async (key: string) => {
      const answer = await api.post(token, buildBatchBody(1), { key });
      expect(answer.statusCode).toBe(201);
      return answer.json<{ data: { id: number } }>().data.id;
    };
    const keys = Array.from({ length: 10 }, () => randomUUID());
    const ids = [];
    for (const key of keys) ids.push(await create(key));
    for (const key of keys) await create(key);
    expect(await Promise.all(keys.map(create))).toEqual(ids);
    expect(await create(randomUUID())).toBe(Math.max(...ids) + 1);
  });

  it.each(SAME)('replays the response byte for byte for the same JSON value: %s', async (_what, rewrite) => {
    const { token, id } = await api.createOrganization();
    const key = randomUUID();
    // One invoice fails, which adds an `errors` member to the response.
    const text = JSON.stringify(buildBatchBody(2, 'F', (index) => (index === 0 ? {} : { issuer_nif: null })));
    const first = await api.post(token, text, { key });
    const second = await api.post(token, rewrite(text), { key });
    expect(second.statusCode).toBe(201);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await countBatches(token)).toBe(1);
    // The job of a later batch is enqueued after that of the first.
    await api.post(token, buildBatchBody(7));
    const jobs = () => api.jobs.filter((job) => job.payload.organizationId === id);
    await eventually(() => jobs().some(({ work }) => work === 7));
    expect(jobs().map(({ work }) => work)).toEqual([2, 7]);
  });

  it.each(OTHER)('refuses another body with 422: %s', async (_what, rewrite) => {
    const { token } = await api.createOrganization();
    const key = randomUUID();
    const text = JSON.stringify(buildBatchBody(2, 'F', () => ({ footer_note: 'a\ufffd' })));
    const first = await api.post(token, text, { key });
    const other = await api.post(token, rewrite(text), { key });
    expect(other.statusCode).toBe(422);
    expect(other.json()).toEqual(REUSED);
    expect(other.headers['idempotency-replayed']).toBeUndefined();
    expect((await api.post(token, text, { key })).body).toBe(first.body);
    expect(await countBatches(token)).toBe(1);
  });

  it('distinguishes numbers that are equal only after rounding', async () => {
    const { token } = await api.createOrganization();
    const key = randomUUID();
    const text = (price: string) =>
      JSON.stringify(buildBatchBody(1)).replace('"unit_price":100', `"unit_price":${price}`);
    await api.post(token, text('0.30000000000000004'), { key });
    expect((await api.post(token, ` ${text('0.30000000000000004')}`, { key })).statusCode).toBe(201);
    expect((await api.post(token, text('0.300000000000000041'), { key })).json()).toEqual(REUSED);
  });

  it('is compared without regard to case', async () => {
    const { token } = await api.createOrganization();
    const key = randomUUID();
    const first = await api.post(token, buildBatchBody(1), { key: key.toUpperCase() });
    expect((await api.post(token, buildBatchBody(1), { key })).body).toBe(first.body);
  });

  it('replays the first response even after the batch has changed its status', async () => {
    const { token } = await api.createOrganization();
    const key = randomUUID();
    const first = await api.post(token, buildBatchBody(1), { key });
    await api.database.pool.query(`update batches set status = 'processing' where id = $1`, [
      first.json<{ data: { id: number } }>().data.id,
    ]);
    expect((await api.post(token, buildBatchBody(1), { key })).body).toBe(first.body);
  });

  it('may be used by another organization for a batch of its own', async () => {
    const [one, other] = [await api.createOrganization(), await api.createOrganization()];
    const key = randomUUID();
    const first = await api.post(one.token, buildBatchBody(1), { key });
    const second = await api.post(other.token, buildBatchBody(2), { key });
    expect(second.statusCode).toBe(201);
    expect(second.headers['idempotency-replayed']).toBeUndefined();
    expect(second.body).not.toBe(first.body);
  });

  it.each([
    [400, '{'],
    [422, '{}'],
    [422, '{"invoice_batch":{"invoices":[]}}'],
  ])('may be used again after a %i, because only successes are stored', async (status, refused) => {
    const { token } = await api.createOrganization();
    const key = randomUUID();
    expect((await api.post(token, refused, { key })).statusCode).toBe(status);
    const accepted = await api.post(token, buildBatchBody(1), { key });
    expect(accepted.statusCode).toBe(201);
    expect(accepted.headers['idempotency-replayed']).toBeUndefined();
  });

  it('expires 24 hours after the first success, regardless of replays', async () => {
    await using aging = await openTestApi();
    const { token, apiKey } = await aging.createOrganization();
    const key = randomUUID();
    const start = aging.clock.now.getTime();
    const first = await aging.post(token, buildBatchBody(1), { key });
    aging.clock.now = new Date(start + DAY / 2);
    expect((await aging.post(token, buildBatchBody(1), { key })).body).toBe(first.body);
    const session = await aging.inject({
      method: 'POST',
      url: '/api/v1/auth/sessions',
      payload: { api_key: apiKey },
    });
    const { session_token: later } = session.json<{ session_token: string }>();
    aging.clock.now = new Date(start + DAY - 1);
    expect((await aging.post(later, buildBatchBody(1), { key })).body).toBe(first.body);
    expect((await aging.post(later, buildBatchBody(2), { key })).json()).toEqual(REUSED);
    aging.clock.now = new Date(start + DAY);
    const renewed = await aging.post(later, buildBatchBody(2), { key });
    expect(renewed.statusCode).toBe(201);
    expect(renewed.headers['idempotency-replayed']).toBeUndefined();
    expect((await aging.post(later, buildBatchBody(2), { key })).body).toBe(renewed.body);
    expect(await countBatches(later, aging)).toBe(2);
  });
});

function reverseMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseMembers);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reverseMembers(member)] as const);
  return Object.fromEntries(members.toReversed());
}

function replaceBytes(text: string, from: string, byte: string): Buffer {
  const bytes = Buffer.from(text).toString('latin1');
  return Buffer.from(bytes.replace(Buffer.from(from).toString('latin1'), byte), 'latin1');
}

function reverseInvoices(body: { invoice_batch: { invoices: unknown[] } }): unknown {
  return { invoice_batch: { ...body.invoice_batch, invoices: body.invoice_batch.invoices.toReversed() } };
}
