import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventView } from '../../src/contracts/v2/events.ts';
import { correctInvoice } from '../../src/operate/correct-invoice.ts';
import type { CorrectionOrder } from '../../src/operate/correction-order.ts';
import { warnOfDeadlines } from '../../src/remit/sii/warn-of-deadlines.ts';
import { issueBatch } from '../support/engine.ts';
import { type TestSii, enterSii } from '../support/sii.ts';
import { openTestWebhooks, type TestWebhooks } from './support/open-test-webhooks.ts';
import type { Receiver } from './support/receiver.ts';

let hooks: TestWebhooks;
let sii: TestSii;
let receiver: Receiver;
let endpointId: number;
beforeEach(async () => {
  hooks = await openTestWebhooks();
  sii = await enterSii(hooks.test);
  receiver = await hooks.openReceiver();
  ({ id: endpointId } = await hooks.add(receiver.url, { payloadVersion: 2 }));
});
afterEach(() => hooks[Symbol.asyncDispose]());

/** What the tests read of an event's data. */
type Told = {
  readonly id: number;
  readonly invoice_number: string;
  readonly sii_state: string;
  readonly sii_kind: string;
  readonly aeat_code: number | null;
};
const invoiceOf = ({ data }: { readonly data: object }) => (data as { readonly invoice: Told }).invoice;
/** Delivers what waits. @returns the events about entries in SII that have arrived so far. */
async function arrived() {
  await hooks.deliverAll(endpointId);
  return receiver.arrivals
    .map(({ id, event: { type, version, timestamp, data } }) => ({ id, type, version, timestamp, data }))
    .filter(({ type }) => type.startsWith('invoice.sii_'));
}
/** Lists the events about entries in SII, oldest first, in pages of two rows. */
async function listed(query = ''): Promise<EventView[]> {
  const found: EventView[] = [];
  let cursor = '';
  do {
    const path = `/events?limit=2${query}${cursor}`;
    const page = (await sii.api.get(sii.organization.token, path, {}, 2)).json<{
      data: EventView[];
      meta: { next_cursor: string | null };
    }>();
    found.push(...page.data.filter(({ type }) => type.startsWith('invoice.sii_')));
    cursor = page.meta.next_cursor === null ? '' : `&cursor=${page.meta.next_cursor}`;
  } while (cursor !== '');
  return found.toReversed();
}
const correct = (action: CorrectionOrder['action'], invoiceId: number, isRecipientOutsideCensus = false) => {
  const { pool, orm } = hooks.operator;
  const order = { action, invoiceId, reason: 'Por error', operator: 'test', isRecipientOutsideCensus };
  return correctInvoice({ ...sii.correcting(), pool, orm }, order);
};
/** Sends what waits, a minute later, so that no two answers have the same time. */
const answer = async () => {
  sii.pass(60);
  await sii.sendAll();
};

describe("AEAT's answers to an entry in SII", () => {
  it('are events with its state and kind, which webhooks and the list have alike', async () => {
    sii.sandbox.control.replaceCensus({ unknown: ['12345678Z'] });
    const batchId = await issueBatch(sii.api, sii.organization, 1, 'A', () => ({
      recipient_document_number: '12345678Z',
      recipient_legal_name: 'Persona de Prueba',
    }));
    const invoice = batchId * 1000;
    await answer();
    await correct('resend', invoice, true);
    await answer();
    sii.sandbox.control.replaceCensus({ unknown: [] });
    await correct('resend', invoice);
    // AEAT registers it and its answer gets lost: the engine asks the book.
    sii.sandbox.control.addFaults({ kind: 'reset', when: 'after', service: 'sii', count: 1 });
    await answer();
    await correct('annul', invoice);
    const refusal = { kind: 'record-error', code: 3019, records: 1, count: 1, service: 'sii' } as const;
    sii.sandbox.control.addFaults(refusal);
    await answer();
    await correct('resend', invoice);
    await answer();
    const told = await arrived();
    expect(
      told.map((event) => {
        const { sii_state: state, sii_kind: kind, aeat_code: code } = invoiceOf(event);
        return [event.type, state, kind, code];
      }),
    ).toEqual([
      ['invoice.sii_rejected', 'rejected', 'A0', 1117],
      ['invoice.sii_accepted_with_errors', 'accepted_with_errors', 'A0', 2011],
      ['invoice.sii_accepted', 'accepted', 'A1', null],
      ['invoice.sii_rejected', 'rejected', 'baja', 3019],
    ]);
    expect(told[0]!.data).toEqual({
      batch: { id: batchId, external_batch_id: 'A' },
      invoice: {
        id: invoice,
        external_invoice_id: 'A-ext-0',
        invoice_number: 'A-1',
        sii_state: 'rejected',
        sii_kind: 'A0',
        aeat_code: 1117,
        aeat_message: expect.any(String) as string,
      },
    });
    expect(await listed()).toEqual(told);
    const rejected = told.filter(({ type }) => type === 'invoice.sii_rejected');
    expect(await listed('&type=invoice.sii_rejected')).toEqual(rejected);
    const other = await sii.api.createOrganization('Ajena SL');
    expect((await sii.api.get(other.token, '/events', {}, 2)).json<{ data: [] }>().data).toEqual([]);
  });

  it('of one message are events of all its invoices, in their order', async () => {
    const batchId = await issueBatch(sii.api, sii.organization, 3, 'M');
    await answer();
    const told = await arrived();
    expect(told.map((event) => [event.type, invoiceOf(event).id])).toEqual(
      [0, 1, 2].map((index) => ['invoice.sii_accepted', batchId * 1000 + index]),
    );
    expect(await listed()).toEqual(told);
  });
});

describe('the deadline of an entry in SII', () => {
  const goTo = (moment: string) => sii.pass((Date.parse(moment) - sii.api.clock.now.getTime()) / 1000);
  const warn = (most = 100) => warnOfDeadlines(sii.api.workers.pool, sii.api.clock.now, most);
  const issueOn = (day: string, series: string, count = 1) => {
    goTo(`${day}T10:00:00Z`);
    return issueBatch(sii.api, sii.organization, count, series, () => ({ operation_date: day }));
  };

  it('is an event once, from the working day before it on, unless AEAT has the entry', async () => {
    await issueOn('2026-11-19', 'OK');
    await answer();
    // A Friday, four working days before Thursday the 26th.
    const batchId = await issueOn('2026-11-20', 'DUE', 2);
    goTo('2026-11-24T22:00:00Z');
    expect(await warn()).toBe(0);
    goTo('2026-11-24T23:30:00Z');
    expect(await warn()).toBe(2);
    goTo('2026-11-26T10:00:00Z');
    expect(await warn()).toBe(0);
    const told = (await arrived()).filter(({ type }) => type === 'invoice.sii_overdue_soon');
    expect(told.map(({ data }) => data)).toEqual(
      [0, 1].map((index) => ({
        batch: { id: batchId, external_batch_id: 'DUE' },
        invoice: {
          id: batchId * 1000 + index,
          external_invoice_id: `DUE-ext-${index}`,
          invoice_number: `DUE-${index + 1}`,
          due_by: '2026-11-26',
        },
      })),
    );
    expect(await listed('&type=invoice.sii_overdue_soon')).toEqual(told);
    await expect(
      sii.api.workers.pool.query('update sii_entries set warned_at = now() where warned_at is not null'),
    ).rejects.toThrow('is refused');
  });

  it('on a Monday is an event on Friday, that of a late invoice soon after its issue, and one that is over none', async () => {
    await issueOn('2026-11-24', 'MON');
    for (const [series, day] of [
      ['LAST', '2026-11-18'],
      ['OVER', '2026-11-16'],
    ] as const)
      await issueBatch(sii.api, sii.organization, 1, series, () => ({ operation_date: day }));
    const deadlines = await sii.read(
      "select invoice_number as number, to_char(due_by, 'YYYY-MM-DD') as due from sii_entries order by due_by",
    );
    expect(deadlines).toEqual([
      { number: 'OVER-1', due: '2026-11-20' },
      { number: 'LAST-1', due: '2026-11-24' },
      { number: 'MON-1', due: '2026-11-30' },
    ]);
    // They are being sent.
    expect(await warn()).toBe(0);
    sii.pass(660);
    expect(await warn()).toBe(1);
    goTo('2026-11-26T10:00:00Z');
    expect(await warn()).toBe(0);
    goTo('2026-11-27T09:00:00Z');
    expect(await warn()).toBe(1);
    const told = (await arrived()).map((event) => invoiceOf(event).invoice_number);
    expect(told.toSorted()).toEqual(['LAST-1', 'MON-1']);
  });

  it('of many entries is told in parts, and simultaneous workers tell of each entry once', async () => {
    await issueOn('2026-11-20', 'MANY', 5);
    goTo('2026-11-25T10:00:00Z');
    expect(await warn(2)).toBe(2);
    const counts = await Promise.all([warn(), warn(), warn()]);
    expect(counts.toSorted()).toEqual([0, 0, 3]);
    expect(await arrived()).toHaveLength(5);
    expect(await listed()).toEqual(await arrived());
  });
});
