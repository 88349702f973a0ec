import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventView } from '../../src/contracts/v2/events.ts';
import type { SpfeState } from '../../src/contracts/spfe.ts';
import { warnOfOverdue } from '../../src/remit/spfe/warn-of-overdue.ts';
import { issueBatch } from '../support/engine.ts';
import { moveDelivery, storeDeliveries } from '../support/spfe-deliveries.ts';
import { openTestWebhooks, type TestWebhooks } from './support/open-test-webhooks.ts';
import type { Receiver } from './support/receiver.ts';

let hooks: TestWebhooks;
let receiver: Receiver;
let endpointId: number;
beforeEach(async () => {
  hooks = await openTestWebhooks();
  receiver = await hooks.openReceiver();
  ({ id: endpointId } = await hooks.add(receiver.url, { payloadVersion: 2 }));
});
afterEach(() => hooks[Symbol.asyncDispose]());

const api = () => hooks.test.api;
/** Delivers what waits. @returns the events about deliveries to the SPFE that have arrived so far. */
async function arrived() {
  hooks.test.pass(60);
  await hooks.deliverAll(endpointId);
  return receiver.arrivals
    .map(({ id, event: { type, version, timestamp, data } }) => ({ id, type, version, timestamp, data }))
    .filter(({ type }) => type.startsWith('invoice.spfe_'));
}
/** Lists the events about deliveries, oldest first, in pages of two rows. */
async function listed(query = ''): Promise<EventView[]> {
  const found: EventView[] = [];
  let cursor = '';
  do {
    const page = (
      await api().get(hooks.test.organization.token, `/events?limit=2${query}${cursor}`, {}, 2)
    ).json<{
      data: EventView[];
      meta: { next_cursor: string | null };
    }>();
    found.push(...page.data.filter(({ type }) => type.startsWith('invoice.spfe_')));
    cursor = page.meta.next_cursor === null ? '' : `&cursor=${page.meta.next_cursor}`;
  } while (cursor !== '');
  return found.toReversed();
}
const typesOf = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

/** Issues invoices with deliveries that wait. @returns the id of the batch. */
async function issue(count: number, series: string, at = api().clock.now): Promise<number> {
  const batchId = await issueBatch(api(), hooks.test.organization, count, series);
  const ids = Array.from({ length: count }, (_none, index) => batchId * 1000 + index);
  await storeDeliveries(api().database.pool, ids, { at });
  return batchId;
}
/** Moves a delivery, each time a minute later. */
const move = (id: number, ...states: readonly SpfeState[]) => {
  hooks.test.pass(60);
  return moveDelivery(api().workers.pool, id, states, api().clock.now);
};

describe('the transitions of a delivery to the SPFE', () => {
  it('are events with what AEAT answered, which webhooks and the list have alike', async () => {
    const batchId = await issue(1, 'A');
    const id = batchId * 1000;
    await move(id, 'sending', 'rejected');
    await move(id, 'pending', 'sending', 'uncertain', 'admitted');
    // A withdrawal that AEAT refuses changes nothing.
    await move(id, 'withdrawing', 'admitted', 'withdrawing', 'withdrawn');
    const told = await arrived();
    expect(typesOf(told)).toEqual([
      'invoice.spfe_rejected',
      'invoice.spfe_admitted',
      'invoice.spfe_withdrawn',
    ]);
    const invoice = { id, external_invoice_id: 'A-ext-0', invoice_number: 'A-1' };
    expect(told.map(({ data }) => data)).toEqual([
      {
        batch: { id: batchId, external_batch_id: 'A' },
        invoice: { ...invoice, spfe_state: 'rejected', spfe_code: 'SPFE-GEN-01', spfe_message: 'No válido' },
      },
      {
        batch: { id: batchId, external_batch_id: 'A' },
        invoice: { ...invoice, spfe_state: 'admitted', is_copy: false, csv: 'CSV-1', localizador: 'LOC-1' },
      },
      {
        batch: { id: batchId, external_batch_id: 'A' },
        invoice: { ...invoice, spfe_state: 'withdrawn' },
      },
    ]);
    expect(await listed()).toEqual(told);
    expect(await listed('&type=invoice.spfe_admitted')).toEqual([told[1]]);
    const other = await api().createOrganization('Ajena SL');
    expect((await api().get(other.token, '/events', {}, 2)).json<{ data: [] }>().data).toEqual([]);
  });

  it('of one answer are events of all its invoices, in their order', async () => {
    const batchId = await issue(3, 'M');
    const ids = [0, 1, 2].map((index) => batchId * 1000 + index);
    for (const id of ids) await move(id, 'sending');
    await api().workers.pool.query(
      `update spfe_deliveries set state = 'admitted', csv = 'CSV', answered_at = $1 where issued_invoice_id = any ($2::bigint[])`,
      [api().clock.now, ids],
    );
    const told = await arrived();
    expect(told.map(({ data }) => (data as unknown as { invoice: { id: number } }).invoice.id)).toEqual(ids);
    expect(await listed()).toEqual(told);
  });
});

it('a delivery that AEAT should have had for a day is an event once, unless AEAT has it', async () => {
  const at = api().clock.now;
  const late = (await issue(1, 'LATE', at)) * 1000;
  const there = (await issue(1, 'THERE', at)) * 1000;
  await move(there, 'sending', 'admitted');
  await arrived();
  const warn = (hours: number) =>
    warnOfOverdue(api().workers.pool, new Date(at.getTime() + hours * 3_600_000), 100);
  expect(await warn(23)).toBe(0);
  expect(await Promise.all([warn(25), warn(25)])).toEqual(expect.arrayContaining([1, 0]));
  expect(await warn(50)).toBe(0);
  const told = (await arrived()).filter(({ type }) => type === 'invoice.spfe_overdue');
  expect(told).toMatchObject([{ data: { invoice: { id: late, invoice_number: 'LATE-1' } } }]);
});

it('what a recipient reports is an event once, also if AEAT tells it again, and silence is none', async () => {
  const batchId = await issue(2, 'R');
  const [paid, refused] = [batchId * 1000, batchId * 1000 + 1];
  for (const id of [paid, refused]) await move(id, 'sending', 'admitted');
  const read = (id: number, kind: string) =>
    api().workers.pool.query(
      `insert into spfe_recipient_reports (organization_id, issued_invoice_id, kind, effective_on, due_on, condition, first_seen_at)
       select organization_id, issued_invoice_id, $2::text, '2026-11-24', null, case $2 when 'REJECTION' then '02' end, $3
       from spfe_deliveries where issued_invoice_id = $1
       on conflict (issued_invoice_id, kind) where gone_at is null do nothing`,
      [id, kind, api().clock.now],
    );
  for (let times = 0; times < 2; times += 1) {
    await read(paid, 'PAYMENT');
    await read(refused, 'REJECTION');
  }
  const told = (await arrived()).filter(({ type }) => type.endsWith('_by_recipient'));
  expect(told.map(({ type, data }) => [type, (data as unknown as { invoice: object }).invoice])).toEqual([
    [
      'invoice.spfe_paid_by_recipient',
      {
        id: paid,
        external_invoice_id: 'R-ext-0',
        invoice_number: 'R-1',
        paid_on: '2026-11-24',
        due_on: null,
      },
    ],
    [
      'invoice.spfe_rejected_by_recipient',
      {
        id: refused,
        external_invoice_id: 'R-ext-1',
        invoice_number: 'R-2',
        rejected_on: '2026-11-24',
        condition: '02',
      },
    ],
  ]);
  expect((await listed()).filter(({ type }) => type.endsWith('_by_recipient'))).toEqual(told);
});
