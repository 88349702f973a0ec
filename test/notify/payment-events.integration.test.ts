import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEY_RIGHTS } from '../../src/contracts/codes.ts';
import type { EventView } from '../../src/contracts/v2/events.ts';
import type { TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestWebhooks, type TestWebhooks } from './support/open-test-webhooks.ts';
import type { Receiver } from './support/receiver.ts';

const TYPE = 'invoice.payment_recorded';
let hooks: TestWebhooks;
let organization: TestOrganization;
let receiver: Receiver;
let endpointId: number;
beforeEach(async () => {
  hooks = await openTestWebhooks();
  organization = await hooks.test.api.createOrganization('Cobros SL', null, KEY_RIGHTS);
  receiver = await hooks.openReceiver();
  ({ id: endpointId } = await hooks.add(receiver.url, {
    organizationId: organization.id,
    payloadVersion: 2,
  }));
});
afterEach(() => hooks[Symbol.asyncDispose]());

const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  hooks.test.api.inject({
    method,
    url: `/api/v2${path}`,
    headers: {
      authorization: `Bearer ${organization.token}`,
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
    },
    ...(payload && { payload }),
  });
const PAID = { date: '2026-11-20', amount: '21.00', means: 'cash' };

/** Delivers what waits. @returns the events about payments that have arrived so far. */
async function arrived() {
  await hooks.deliverAll(endpointId);
  return receiver.arrivals
    .map(({ id, event: { type, version, timestamp, data } }) => ({ id, type, version, timestamp, data }))
    .filter(({ type }) => type === TYPE);
}
/** Lists the events about payments, oldest first, in pages of two rows. */
async function listed(query = ''): Promise<EventView[]> {
  const found: EventView[] = [];
  let cursor = '';
  do {
    const page = (await ask('GET', `/events?limit=2${query}${cursor}`)).json<{
      data: EventView[];
      meta: { next_cursor: string | null };
    }>();
    found.push(...page.data.filter(({ type }) => type === TYPE));
    cursor = page.meta.next_cursor === null ? '' : `&cursor=${page.meta.next_cursor}`;
  } while (cursor !== '');
  return found.toReversed();
}
type Payment = { readonly id: number; readonly outstanding_amount: string; readonly reverses: number | null };
const paymentOf = ({ data }: { readonly data: object }) => (data as { readonly payment: Payment }).payment;

describe('the event of a payment', () => {
  it('is added once for each payment and counter-entry, which webhooks and the list have alike', async () => {
    const batchId = await issueBatch(hooks.test.api, organization, 2, 'P');
    const invoice = batchId * 1000;
    const first = await ask('POST', `/invoices/${invoice}/payments`, { ...PAID, account: 'Caja 1' });
    const { id } = first.json<{ data: Payment }>().data;
    // Five more of the invoice and one of another, at the time of the first one.
    const payments = [0, 0, 1, 0, 0, 0].map((place) => ({
      invoice_id: invoice + place,
      ...PAID,
      amount: '1.00',
    }));
    expect((await ask('POST', '/payments', { payments })).statusCode).toBe(200);
    expect((await ask('DELETE', `/payments/${id}`)).statusCode).toBe(200);
    // A repeated request changes nothing.
    await ask('DELETE', `/payments/${id}`);
    const told = await arrived();
    expect(told[0]!.data).toEqual({
      batch: { id: batchId, external_batch_id: 'P' },
      invoice: { id: invoice, external_invoice_id: 'P-ext-0', invoice_number: 'P-1' },
      payment: {
        id,
        date: '2026-11-20',
        amount: '21.00',
        currency: 'EUR',
        means: 'cash',
        outstanding_amount: '100.00',
        reverses: null,
      },
    });
    expect(told.map((event) => Number(paymentOf(event).outstanding_amount))).toEqual([
      100, 99, 98, 97, 96, 95, 120, 116,
    ]);
    expect(paymentOf(told.at(-1)!)).toMatchObject({ amount: '-21.00', reverses: id });
    expect(new Set(told.map((event) => event.id)).size).toBe(8);
    expect(await listed()).toEqual(told);
    expect(await listed(`&type=${TYPE}`)).toEqual(told);
    expect(await listed('&type=batch.finished')).toEqual([]);
  });

  it('goes only to endpoints that receive it, and is replayed to others under the same id', async () => {
    const others = await hooks.openReceiver();
    const { id: other } = await hooks.add(others.url, {
      organizationId: organization.id,
      eventTypes: ['batch.finished'],
      payloadVersion: 2,
    });
    const batchId = await issueBatch(hooks.test.api, organization, 1, 'R');
    const payments = ['1.00', '2.00'].map((amount) => ({ invoice_id: batchId * 1000, ...PAID, amount }));
    await ask('POST', '/payments', { payments });
    const told = await arrived();
    expect(told).toHaveLength(2);
    await hooks.deliverAll(other);
    expect(others.arrivals.map(({ event }) => event.type)).toEqual(['batch.finished']);
    const later = await hooks.openReceiver();
    const { id: added } = await hooks.add(later.url, {
      organizationId: organization.id,
      eventTypes: [TYPE],
      payloadVersion: 2,
    });
    const span = { occurred_from: '2026-01-01T00:00:00Z', occurred_to: '2027-01-01T00:00:00Z' };
    await ask('POST', `/webhook_endpoints/${added}/replay`, span);
    await hooks.deliverAll(added);
    expect(later.arrivals.map(({ id }) => id).toSorted()).toEqual(told.map(({ id }) => id).toSorted());
  });
});
