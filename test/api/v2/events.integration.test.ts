import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KEY_RIGHTS } from '#src/contracts/codes.ts';
import type { EventView } from '#src/contracts/v2/events.ts';
import type { ErrorBody } from '#src/contracts/v2/error-answer.ts';
import { publishSealingKey } from '#src/notify/sealing-keys.ts';
import { openTestWebhooks, type TestWebhooks } from '../../notify/support/open-test-webhooks.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { issueBatch } from '../../support/engine.ts';

let hooks: TestWebhooks;
/** An API that allows receivers on loopback. */
let lenient: TestApi;
beforeAll(async () => {
  hooks = await openTestWebhooks();
  lenient = await openTestApi({ WEBHOOKS_ALLOW_PRIVATE: true }, { beside: hooks.test.api });
  await hooks.test.pool.query('update api_keys set rights = $2 where organization_id = $1', [
    hooks.test.organization.id,
    KEY_RIGHTS,
  ]);
});
afterAll(async () => {
  await lenient[Symbol.asyncDispose]();
  await hooks[Symbol.asyncDispose]();
});
beforeEach(() => publishSealingKey(hooks.test.api.workers.pool, [hooks.key], new Date()));

type Page = { data: EventView[]; meta: { next_cursor: string | null; has_more: boolean } };
const tokenOf = () => hooks.test.organization.token;
const get = (query = '', token = tokenOf()) => hooks.test.api.get(token, `/events${query}`, {}, 2);
const list = async (query = '', token?: string) => (await get(query, token)).json<Page>().data;
const send = (path: string, body: object, token = tokenOf()) =>
  lenient.inject({
    method: 'POST',
    url: `/api/v2${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
const addEndpoint = async (url: string, more: object = {}) =>
  (await send('/webhook_endpoints', { url, ...more })).json<{ data: { id: number } }>().data.id;
const replay = async (id: number, more: object = {}, token?: string) => {
  const answer = await send(
    `/webhook_endpoints/${id}/replay`,
    { occurred_from: '2020-01-01T00:00:00Z', ...more },
    token,
  );
  return answer.statusCode === 202
    ? answer.json<{ data: { queued_events: number } }>().data.queued_events
    : answer.json<ErrorBody>().error.code;
};
const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

/** Issues a batch in which one invoice fails, has it answered, and annuls one. */
async function happen(series: string): Promise<void> {
  const { test } = hooks;
  test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
  const batchId = await issueBatch(test.api, test.organization, 4, series, (index) =>
    index === 1 ? { number_serie: '' } : {},
  );
  await test.remit(await test.chainOf());
  test.pass(61);
  const annulled = await send(`/invoices/${batchId * 1000 + 3}/annul`, { reason: 'Por error' });
  expect(annulled.statusCode).toBe(202);
  test.pass(61);
}

describe('GET /events', () => {
  it('lists what webhooks report, with their ids and data, and nothing is stored where nobody receives it', async () => {
    await happen('N');
    const before = await list('?limit=100');
    expect(before.map(({ type }) => type).toSorted()).toEqual([
      'batch.finished',
      'invoice.accepted',
      'invoice.accepted',
      'invoice.annulled',
      'invoice.failed',
      'invoice.rejected',
    ]);
    expect(await hooks.test.read('select from webhook_events')).toEqual([]);
    const receiver = await hooks.openReceiver();
    const id = await addEndpoint(receiver.url, { payload_version: 2 });
    await happen('S');
    await hooks.deliverAll(id);
    const known = new Set(before.map((event) => event.id));
    const now = (await list('?limit=100')).filter((event) => !known.has(event.id));
    const arrived = receiver.arrivals.map(({ id: own, event }) => ({ id: own, ...event }));
    expect(now.toSorted(byId)).toEqual(arrived.toSorted(byId));
    expect(now).toHaveLength(6);
  });

  it('names the batch and the invoice as the version of the payloads that a request states', async () => {
    const newest = await list('?limit=100');
    expect(await list('?limit=100&payload_version=2')).toEqual(newest);
    const older = await list('?limit=100&payload_version=1');
    expect(newest).toEqual(
      older.map(({ data: { invoice_batch: batch, batch_invoice: invoice }, ...event }) => ({
        ...event,
        version: 2,
        data: { batch, ...(invoice !== undefined && { invoice }) },
      })),
    );
    expect(older.every(({ version, data }) => version === 1 && 'invoice_batch' in data)).toBe(true);
    for (const version of ['0', '3', 'x', '']) {
      expect((await get(`?payload_version=${version}`)).statusCode).toBe(400);
    }
  });

  it('has every event once in its pages, however small they are, newest first', async () => {
    const all = await list('?limit=100');
    expect(all.length).toBeGreaterThanOrEqual(12);
    for (const limit of [1, 2, 5]) {
      const paged: EventView[] = [];
      let cursor = '';
      do {
        const page = (await get(`?limit=${limit}${cursor}`)).json<Page>();
        for (const event of page.data) paged.push(event);
        cursor = page.meta.next_cursor === null ? '' : `&cursor=${page.meta.next_cursor}`;
      } while (cursor !== '');
      expect(paged).toEqual(all);
    }
    const times = all.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('filters by type and time, and refuses what it does not know', async () => {
    const all = await list('?limit=100');
    for (const type of new Set(all.map((event) => event.type)))
      expect(await list(`?limit=100&type=${type}`)).toEqual(all.filter((event) => event.type === type));
    const middle = all[Math.floor(all.length / 2)]!.timestamp;
    const second = `${middle.slice(0, 19)}Z`;
    expect(await list(`?limit=100&occurred_from=${second}`)).toEqual(
      all.filter(({ timestamp }) => timestamp >= second.replace('Z', '.000Z')),
    );
    expect(await list(`?limit=100&occurred_to=${second}`)).toEqual(
      all.filter(({ timestamp }) => timestamp.slice(0, 19) <= second.slice(0, 19)),
    );
    for (const query of ['?type=webhook.test', '?occurred_from=yesterday', '?since=x', '?cursor=x'])
      expect((await get(query)).statusCode).toBe(400);
  });

  it('shows an organization only its own events, and needs the right to read', async () => {
    const other = await hooks.test.api.createOrganization('Otra SL');
    expect(await list('', other.token)).toEqual([]);
    const blind = await hooks.test.api.createOrganization('Ciega SL', null, ['submit']);
    expect((await get('', blind.token)).statusCode).toBe(403);
  });
});

describe('POST /webhook_endpoints/{id}/replay', () => {
  it('sends what an endpoint never received, once, with the ids of the list', async () => {
    const receiver = await hooks.openReceiver();
    const id = await addEndpoint(receiver.url);
    const all = await list('?limit=100&payload_version=1');
    expect(await replay(id)).toBe(all.length);
    expect(await replay(id)).toBe(0);
    await hooks.deliverAll(id);
    const arrived = receiver.arrivals.map(({ id: own, event }) => ({ id: own, ...event }));
    expect(arrived.toSorted(byId)).toEqual(all.toSorted(byId));
    expect(await replay(id)).toBe(0);
    expect(await replay(id, { include_delivered: true })).toBe(all.length);
    const [newest] = all;
    const span = { occurred_from: `${newest!.timestamp.slice(0, 19)}Z`, include_delivered: true };
    await hooks.deliverAll(id);
    expect(await replay(id, span)).toBeLessThan(all.length);
    expect(await replay(id, { ...span, occurred_to: '2020-01-02T00:00:00Z' })).toBe(0);
  });

  it('sends only the types that the endpoint receives, in the order of each batch', async () => {
    const receiver = await hooks.openReceiver();
    const id = await addEndpoint(receiver.url, { event_types: ['batch.finished', 'invoice.failed'] });
    expect(await replay(id)).toBe(4);
    await hooks.deliverAll(id);
    const ofBatches = Map.groupBy(receiver.arrivals, ({ event }) => event.data.invoice_batch.id);
    expect([...ofBatches.values()].map((arrivals) => arrivals.map(({ event }) => event.type))).toEqual([
      ['invoice.failed', 'batch.finished'],
      ['invoice.failed', 'batch.finished'],
    ]);
  });

  it('does not know the endpoints of others, and refuses a disabled one and a wrong span', async () => {
    const receiver = await hooks.openReceiver();
    const id = await addEndpoint(receiver.url);
    const other = await hooks.test.api.createOrganization('Otra SL', null, ['webhooks']);
    expect(await replay(id, {}, other.token)).toBe('not_found');
    const reads = await hooks.test.api.createOrganization('Lee SL', null, ['read']);
    expect(await replay(id, {}, reads.token)).toBe('forbidden');
    for (const wrong of ['yesterday', '2026-11-30', '2026-11-30T00:00:00+02:00', '2026-06-30T23:59:60Z']) {
      const answer = await send(`/webhook_endpoints/${id}/replay`, { occurred_from: wrong });
      expect([wrong, answer.statusCode, answer.json<ErrorBody>().error]).toMatchObject([
        wrong,
        422,
        {
          message: 'occurred_from must be a time in UTC, such as 2026-11-20T09:15:30Z',
          details: [{ path: '/occurred_from', code: 'unknown_value' }],
        },
      ]);
    }
    expect(await replay(id, { occurred_from: undefined })).toBe('validation_failed');
    await hooks.test.pool.query('update webhook_endpoints set disabled_at = now() where id = $1', [id]);
    expect(await replay(id)).toBe('endpoint_disabled');
    expect(receiver.arrivals).toEqual([]);
  });
});
