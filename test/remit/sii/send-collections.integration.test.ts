import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentView } from '#src/contracts/v2/payments.ts';
import { openPayer, type Payer } from '../../support/payer.ts';
import { openTestSii, type TestSii } from '../../support/sii.ts';

let test: TestSii;
let payer: Payer;
beforeEach(async () => {
  test = await openTestSii();
  payer = openPayer(test);
});
afterEach(() => test[Symbol.asyncDispose]());

const ask: Payer['ask'] = (...order) => payer.ask(...order);
const issue: Payer['issue'] = (...order) => payer.issue(...order);
const pay: Payer['pay'] = (...order) => payer.pay(...order);
const today = () => test.api.clock.now.toISOString().slice(0, 10);
const paymentsOf = async (id: number) =>
  (await ask('GET', `/invoices/${id}/payments`)).json<{ data: PaymentView[] }>().data;
const statesOf = async (id: number) => (await paymentsOf(id)).map(({ sii }) => sii?.state ?? null);
/** What AEAT has: the collections of each invoice, in cents. */
const told = () =>
  test.sandbox.control
    .book()
    .map(({ payments }) => payments.map(({ content }) => content['Importe']))
    .toSorted((one, other) => one.length - other.length);

describe('a payment of an invoice with regime 07 in SII', () => {
  it('becomes a collection within four working days, which AEAT accepts once it has the invoice', async () => {
    const [id] = await issue(1);
    const payment = await pay(id!, { account: 'ES9121000418450200051332' });
    expect(payment.sii).toEqual({
      state: 'pending',
      due_by: expect.any(String) as unknown,
      csv: null,
      error: null,
    });
    await test.sendAll();
    const [accepted] = await paymentsOf(id!);
    expect(accepted!.sii).toMatchObject({
      state: 'accepted',
      csv: expect.any(String) as unknown,
      error: null,
    });
    const [entry] = test.sandbox.control.book();
    expect(entry!.payments.map(({ content }) => content)).toEqual([
      {
        Fecha: today().split('-').toReversed().join('-'),
        Importe: '121.00',
        Medio: '01',
        Cuenta_O_Medio: 'ES9121000418450200051332',
      },
    ]);
    expect(await test.send()).toEqual({ kind: 'nothing' });
  });

  it('is told to AEAT with others of the same issuer in one message, each invoice once', async () => {
    const ids = await issue(3);
    await test.sendAll();
    for (const id of ids) for (const amount of [21, 100]) await pay(id, { amount, means: 'direct_debit' });
    await test.sendAll();
    expect(told()).toEqual([1, 2, 3].map(() => ['21.00', '100.00']));
    expect(await test.read(`select entries from sii_messages where kind = 'cobros'`)).toEqual([
      { entries: 6 },
    ]);
  });

  it('is only recorded for an invoice with another regime', async () => {
    const [id] = await issue(1, '01');
    expect((await pay(id!)).sii).toBeNull();
    await test.sendAll();
    expect(told()).toEqual([[]]);
  });

  it('is told as not collected on the last day of the year after the operation', async () => {
    const [id] = await issue(1);
    await test.sendAll();
    const year = Number(today().slice(0, 4)) + 1;
    test.api.clock.now = new Date(`${year}-12-31T10:00:00Z`);
    await test.pool.query(`update sessions set expires_at = expires_at + interval '3 years'`);
    const payment = await pay(id!, { date: `${year}-12-31`, means: 'not_collected' });
    expect(payment).toMatchObject({ outstanding_amount: '121.00', sii: { state: 'pending' } });
    await test.sendAll();
    expect(await statesOf(id!)).toEqual(['accepted']);
    const again = { date: `${year}-12-31`, amount: '0.01', means: 'not_collected' };
    expect((await ask('POST', `/invoices/${id}/payments`, again)).statusCode).toBe(422);
  });
});

describe('collections whose outcome is unknown', () => {
  it.each([
    { kind: 'reset', when: 'after' },
    { kind: 'reset', when: 'before' },
    { kind: 'http-status', status: 503 },
    { kind: 'html' },
    { kind: 'truncated' },
    { kind: 'soap-fault' },
    { kind: 'partial', records: 1 },
    { kind: 'timeout', when: 'after', milliseconds: 100 },
  ] as const)('are at AEAT exactly once in the end after %o', async (fault) => {
    const ids = await issue(3);
    await test.sendAll();
    for (const id of ids) await pay(id);
    // Another one that AEAT has, so that equal collections are told apart.
    await ask('DELETE', `/payments/${(await paymentsOf(ids[0]!))[0]!.id}`);
    await pay(ids[0]!);
    test.sandbox.control.addFaults({ ...fault, service: 'sii', count: 1 });
    for (let turn = 0; turn < 6; turn += 1) {
      await test.sendAll();
      test.pass(61);
    }
    expect(await statesOf(ids[1]!)).toEqual(['accepted']);
    expect(told()).toEqual([['121.00'], ['121.00'], ['121.00']]);
    expect(await test.read(`select from sii_messages where ended_at is null`)).toEqual([]);
  });

  it('are counted with equal ones that AEAT had before', async () => {
    const [id] = await issue(1);
    await pay(id!, { amount: 1 });
    await test.sendAll();
    await pay(id!, { amount: 1 });
    test.sandbox.control.addFaults({ kind: 'reset', when: 'before', service: 'sii', count: 1 });
    for (let turn = 0; turn < 4; turn += 1) {
      await test.sendAll();
      test.pass(61);
    }
    expect(told()).toEqual([['1.00', '1.00']]);
    expect(await statesOf(id!)).toEqual(['accepted', 'accepted']);
  });
});

describe('a cancelled payment', () => {
  it('is told as its opposite if AEAT has it, and not at all if AEAT does not', async () => {
    const [first, second] = await issue(2);
    await test.sendAll();
    const payment = await pay(first!);
    await test.sendAll();
    await ask('DELETE', `/payments/${payment.id}`);
    await ask('DELETE', `/payments/${(await pay(second!)).id}`);
    await test.sendAll();
    expect(await statesOf(first!)).toEqual(['accepted', 'accepted']);
    expect(await statesOf(second!)).toEqual([null, 'withdrawn']);
    expect(told()).toEqual([[], ['121.00', '-121.00']]);
  });
});

describe('a collection that AEAT refuses', () => {
  it('is rejected with its code, and withdrawn when its payment is cancelled', async () => {
    const [id] = await issue(1);
    await test.sendAll();
    const payment = await pay(id!);
    test.sandbox.control.addFaults({
      kind: 'record-error',
      code: 3005,
      records: 1,
      service: 'sii',
      count: 1,
    });
    await test.sendAll();
    expect((await paymentsOf(id!))[0]!.sii).toMatchObject({ state: 'rejected', error: { code: 3005 } });
    await ask('DELETE', `/payments/${payment.id}`);
    expect(await statesOf(id!)).toEqual([null, 'withdrawn']);
    await pay(id!);
    await test.sendAll();
    expect(await statesOf(id!)).toEqual(['accepted', null, 'withdrawn']);
  });
});
