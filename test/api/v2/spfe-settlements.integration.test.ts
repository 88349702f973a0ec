import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_RIGHTS, type KeyRight } from '#src/contracts/codes.ts';
import type { PaymentsAnswer, PaymentView } from '#src/contracts/v2/payments.ts';
import type { SpfeDeliveryView } from '#src/contracts/v2/spfe.ts';
import { codeOf, openSpfeClient, type SpfeClient } from '../../support/spfe-client.ts';
import { moveMessage } from '../../support/spfe-deliveries.ts';

let client: SpfeClient;
beforeAll(async () => {
  client = await openSpfeClient();
});
afterAll(() => client[Symbol.asyncDispose]());

const cancel = (payment: number) => client.ask('DELETE', `/payments/${payment}`);
const move = (id: number, kind: string, ...states: readonly string[]) =>
  moveMessage(client.api.workers.pool, id, kind, ...states);

describe('the collection of an invoice that goes to the SPFE', () => {
  it('is told once nothing is left to pay, with the last day of payment and the due date', async () => {
    const id = await client.issue({ due_date: '2026-12-20' });
    await client.pay(id, '21.00', '2026-11-24');
    expect(await client.told(id)).toEqual([]);
    await client.pay(id, '100.00', '2026-11-22');
    expect(await client.read(id)).toMatchObject({
      settlement: { state: 'waiting_transport', collected_on: '2026-11-24', due_on: '2026-12-20' },
      default: null,
      messages: [{ kind: 'SETTLEMENT', effective_on: '2026-11-24', cancels: null, csv: null }],
    });
  });

  it('is not told of an invoice that states the day of its payment, that is not concerned, or that another program delivers', async () => {
    const ids = [
      await client.issue({ paid: true, payment: { means: 'cash', paid_on: '2026-11-20' } }),
      await client.issue({}, { state: 'not_concerned' }),
      await client.issue({}, { state: 'unknown' }),
      await client.issue({}, { state: 'elsewhere', channel: 'elsewhere' }),
    ];
    for (const id of ids) await client.pay(id);
    for (const id of ids) expect(await client.told(id)).toEqual([]);
  });

  it('is taken back by a counter-entry, which needs no cancellation while AEAT has not been told', async () => {
    const id = await client.issue();
    const first = await client.pay(id);
    await cancel(first);
    expect(await client.told(id)).toEqual([['SETTLEMENT', 'superseded', '2026-11-25']]);
    expect((await client.read(id))!.settlement).toBeNull();
    await client.pay(id, '121.00', '2026-11-23');
    expect(await client.told(id)).toEqual([
      ['SETTLEMENT', 'superseded', '2026-11-25'],
      ['SETTLEMENT', 'waiting_transport', '2026-11-23'],
    ]);
  });

  it.each(['sending', 'uncertain', 'accepted'])(
    'is cancelled by a message if AEAT may know it (%s), before it is told again',
    async (state) => {
      const id = await client.issue();
      const payment = await client.pay(id);
      await move(id, 'SETTLEMENT', 'sending');
      if (state !== 'sending') await move(id, 'SETTLEMENT', state);
      const counterEntry = (await cancel(payment)).json<{ data: { id: number } }>().data.id;
      const [settlement, cancellation] = (await client.read(id))!.messages;
      expect(cancellation).toMatchObject({
        kind: 'CANCELSETTLEMENT',
        state: 'waiting_transport',
        cancels: settlement!.id,
        payment_id: counterEntry,
      });
      expect((await client.read(id))!.settlement).toMatchObject({ state: 'cancelling' });
      const again = await client.pay(id, '121.00', '2026-11-24');
      await cancel(again);
      await client.pay(id, '121.00', '2026-11-22');
      expect((await client.told(id)).map(([kind, reached]) => [kind, reached])).toEqual([
        ['SETTLEMENT', state],
        ['CANCELSETTLEMENT', 'waiting_transport'],
        ['SETTLEMENT', 'superseded'],
        ['SETTLEMENT', 'waiting_transport'],
      ]);
    },
  );

  it('needs no cancellation once AEAT has rejected it', async () => {
    const id = await client.issue();
    const payment = await client.pay(id);
    await move(id, 'SETTLEMENT', 'sending');
    await cancel(payment);
    await move(id, 'SETTLEMENT', 'rejected');
    expect((await client.told(id)).map(([kind, state]) => [kind, state])).toEqual([
      ['SETTLEMENT', 'rejected'],
      ['CANCELSETTLEMENT', 'superseded'],
    ]);
  });

  it('is told of each invoice of a request once, also if the request is repeated', async () => {
    const ids = [await client.issue(), await client.issue(), await client.issue({}, null)];
    const payments = ids.flatMap((id) =>
      ['21.00', '100.00'].map((amount) => ({
        invoice_id: id,
        date: '2026-11-25',
        amount,
        means: 'cash',
      })),
    );
    const key = randomUUID();
    for (const repetition of [1, 2]) {
      const answer = await client.ask('POST', '/payments', { payments }, { key });
      expect([repetition, answer.statusCode]).toEqual([repetition, 200]);
    }
    expect(await client.told(ids[0]!)).toHaveLength(1);
    expect(await client.told(ids[1]!)).toHaveLength(1);
    expect(await client.read(ids[2]!)).toBeNull();
  });

  it('states the last of each fact among the payments that stand', async () => {
    const id = await client.issue();
    await client.pay(id, '21.00', '2026-11-24', { goods_received_on: '2026-11-20', financed: true });
    const wrong = await client.pay(id, '20.00', '2026-11-25', { goods_received_on: '2026-11-22' });
    await cancel(wrong);
    await client.pay(id, '40.00', '2026-11-23', { invoice_received_on: '2026-11-21' });
    await client.pay(id, '60.00', '2026-11-23', { invoice_received_on: '2026-11-23', financed: null });
    const facts = { goods_received_on: '2026-11-20', invoice_received_on: '2026-11-23', financed: true };
    expect(await client.read(id)).toMatchObject({
      settlement: { collected_on: '2026-11-24', ...facts },
      messages: [{ kind: 'SETTLEMENT', ...facts }],
    });
  });

  it('states the facts of payments of a request, and of those that came before it was known that AEAT is told', async () => {
    const [id, late] = [await client.issue(), await client.issue({}, { state: 'unknown' })];
    const facts = { goods_received_on: '2026-11-20', invoice_received_on: '2026-11-21', financed: true };
    const payments = [id, late].map((invoice) => ({
      invoice_id: invoice,
      date: '2026-11-25',
      amount: '121.00',
      means: 'cash',
      ...facts,
    }));
    const answer = await client.ask('POST', '/payments', { payments });
    expect(answer.json<PaymentsAnswer>().data.map(({ payment }) => payment)).toMatchObject([facts, facts]);
    await client.ask('POST', `/invoices/${late}/spfe/facts`, { is_business: true });
    for (const each of [id, late]) expect((await client.read(each))!.settlement).toMatchObject(facts);
    const without = await client.issue();
    await client.pay(without);
    const listed = await client.ask('GET', `/invoices/${without}/payments`);
    expect(listed.json<{ data: PaymentView[] }>().data).toMatchObject([
      { goods_received_on: null, invoice_received_on: null, financed: null },
    ]);
    expect((await client.read(without))!.settlement).toMatchObject({
      goods_received_on: null,
      invoice_received_on: null,
      financed: false,
    });
  });

  it.each([
    ['goods_received_on', '2026-11-25', 'out_of_range'],
    ['invoice_received_on', '2026-11-25', 'out_of_range'],
    ['invoice_received_on', '20/11/2026', 'invalid'],
  ])('has no %s of %s in a payment of the day before', async (member, date, code) => {
    const answer = await client.ask('POST', `/invoices/${await client.issue()}/payments`, {
      date: '2026-11-24',
      amount: '121.00',
      means: 'cash',
      [member]: date,
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json<{ error: { details: object[] } }>().error.details).toMatchObject([
      { path: `/${member}`, code },
    ]);
  });

  it('is told again if AEAT rejected it, when its payment is cancelled and recorded again', async () => {
    const id = await client.issue();
    const payment = await client.pay(id);
    await move(id, 'SETTLEMENT', 'sending', 'rejected');
    expect((await client.read(id))!.settlement).toMatchObject({ state: 'rejected' });
    await cancel(payment);
    expect((await client.read(id))!.settlement).toBeNull();
    await client.pay(id, '121.00', '2026-11-24');
    expect(await client.told(id)).toEqual([
      ['SETTLEMENT', 'superseded', '2026-11-25'],
      ['SETTLEMENT', 'waiting_transport', '2026-11-24'],
    ]);
  });

  it('is not told of an invoice that is paid back', async () => {
    const lines = [{ concept: 'Abono', units: -1, unit_price: 100, tax_rate: 21 }];
    const id = await client.issue({ lines, invoice_type: 'F1' });
    await client.pay(id, '-121.00');
    expect(await client.told(id)).toEqual([]);
  });
});

describe('the default of an invoice', () => {
  const report = (id: number, changes: object = {}, options = {}) =>
    client.ask('POST', `/invoices/${id}/defaults`, { due_on: '2026-11-24', ...changes }, options);

  it('is told with its days, once for an Idempotency-Key', async () => {
    const id = await client.issue();
    const key = randomUUID();
    const body = { goods_received_on: '2026-11-21', invoice_received_on: '2026-11-22' };
    const answer = await report(id, body, { key });
    expect(answer.statusCode).toBe(202);
    expect(answer.json<{ data: SpfeDeliveryView }>().data).toMatchObject({
      default: { state: 'waiting_transport', due_on: '2026-11-24', ...body },
      messages: [{ kind: 'DEFAULT', effective_on: '2026-11-24', ...body }],
    });
    const again = await report(id, body, { key });
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([202, 'true']);
    expect(codeOf(await report(id, {}, { key }))).toBe('invalid_idempotency_key');
    expect(await client.told(id)).toHaveLength(1);
  });

  it.each([
    ['today', { due_on: '2026-11-25' }, '/due_on'],
    ['before the issue date', { due_on: '2026-11-19' }, '/due_on'],
    ['missing', { due_on: null }, '/due_on'],
    ['no date', { due_on: '24/11/2026' }, '/due_on'],
    ['received tomorrow', { goods_received_on: '2026-11-26' }, '/goods_received_on'],
  ])('has days that have passed, so that one is refused that is %s', async (_what, changes, path) => {
    const answer = await report(await client.issue(), changes);
    expect([answer.statusCode, codeOf(answer)]).toEqual([422, 'validation_failed']);
    expect(answer.json<{ error: { details: { path: string }[] } }>().error.details).toMatchObject([{ path }]);
  });

  it('is refused for an invoice that is paid, or has one already, or does not go to the SPFE', async () => {
    const paid = await client.issue();
    await client.pay(paid);
    expect(codeOf(await report(paid))).toBe('not_in_default');
    const open = await client.issue();
    await report(open);
    expect(codeOf(await report(open))).toBe('not_in_default');
    expect(codeOf(await report(await client.issue({}, { state: 'not_concerned' })))).toBe('wrong_spfe_state');
    expect(codeOf(await report(await client.issue({}, null)))).toBe('not_in_spfe');
    expect((await report(7_000_000_000)).statusCode).toBe(404);
  });

  it('is taken back as often as it is asked, and then reported again', async () => {
    const id = await client.issue();
    await report(id);
    for (const repetition of [1, 2]) {
      const answer = await client.ask('DELETE', `/invoices/${id}/defaults`);
      expect([repetition, answer.statusCode]).toEqual([repetition, 200]);
    }
    expect(await client.told(id)).toEqual([['DEFAULT', 'superseded', '2026-11-24']]);
    await report(id, { due_on: '2026-11-23' });
    await move(id, 'DEFAULT', 'sending', 'accepted');
    await client.ask('DELETE', `/invoices/${id}/defaults`);
    expect((await client.read(id))!.default).toMatchObject({ state: 'cancelling', due_on: '2026-11-23' });
    expect(codeOf(await report(id))).toBe('not_in_default');
    await move(id, 'CANCELDEFAULT', 'sending', 'accepted');
    expect((await client.read(id))!.default).toBeNull();
    expect((await report(id)).statusCode).toBe(202);
  });

  it('needs the right to record payments', async () => {
    const rights: KeyRight[] = KEY_RIGHTS.filter((right) => right !== 'payments');
    const { token } = await client.api.createOrganization(undefined, null, rights);
    for (const method of ['POST', 'DELETE'] as const) {
      const answer = await client.ask(method, '/invoices/1000/defaults', method === 'POST' ? {} : undefined, {
        token,
      });
      expect(answer.statusCode).toBe(403);
    }
  });
});
