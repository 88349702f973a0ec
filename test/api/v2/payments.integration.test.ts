import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_RIGHTS, type KeyRight } from '#src/contracts/codes.ts';
import type { InvoiceInput } from '#src/contracts/v2/invoice-input.ts';
import type { PaymentsAnswer, PaymentView } from '#src/contracts/v2/payments.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { issueInTurn } from '../../support/engine.ts';
import { buildInvoiceV2 } from '../../support/invoices-v2.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  api.clock.now = new Date('2026-11-25T11:00:00Z');
});
afterAll(() => api[Symbol.asyncDispose]());

type Refused = { error: { code: string; details: { path: string; code: string; message: string }[] } };

const ask = (
  { token }: TestOrganization,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: unknown,
  key: string = randomUUID(),
) =>
  api.inject({
    method,
    url: `/api/v2${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method === 'POST' && { 'idempotency-key': key, 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  });

/** Issues invoices of 121.00 unless they are changed. @returns their ids. */
async function issue(organization: TestOrganization, ...changes: readonly InvoiceInput[]): Promise<number[]> {
  const invoices = changes.map((each, index) =>
    buildInvoiceV2({ number_serie: `P-${randomUUID().slice(0, 8)}-${index}`, ...each }),
  );
  const answer = await ask(organization, 'POST', '/invoice_batches', { invoice_batch: { invoices } });
  const batchId = answer.json<{ data: { id: number } }>().data.id;
  await issueInTurn(api, batchId);
  return invoices.map((_each, index) => batchId * 1000 + index);
}

/** Annuls an invoice without its record, which the triggers refuse. */
async function annul(id: number): Promise<void> {
  await api.database.pool.query(`
    begin;
    set local session_replication_role = replica;
    insert into corrections (organization_id, issued_invoice_id, kind, reason, operator, created_at)
    select organization_id, id, 'anulacion', 'x', 'x', now() from issued_invoices where id = ${id};
    commit`);
}

const payer = (rights: readonly KeyRight[] = KEY_RIGHTS) => api.createOrganization(undefined, null, rights);
const PAID = { date: '2026-11-25', amount: '121.00', means: 'bank_transfer' };
const pay = (organization: TestOrganization, id: number, changes: object = {}, key?: string) =>
  ask(organization, 'POST', `/invoices/${id}/payments`, { ...PAID, ...changes }, key);
const listOf = async (organization: TestOrganization, id: number) =>
  (await ask(organization, 'GET', `/invoices/${id}/payments`)).json<{ data: PaymentView[] }>().data;

describe('POST /invoices/{id}/payments', () => {
  it('records parts of an invoice until nothing is outstanding', async () => {
    const own = await payer();
    const [id] = await issue(own, {});
    const told = { goods_received_on: '2026-11-24', invoice_received_on: null, financed: true };
    const first = await pay(own, id!, { amount: '21.00', account: 'es91 2100 0418 4502 0005 1332', ...told });
    expect([first.statusCode, first.json()]).toEqual([
      201,
      {
        data: {
          id: expect.any(Number) as unknown,
          invoice_id: id,
          external_invoice_id: 'ext-1',
          date: '2026-11-25',
          amount: '21.00',
          currency: 'EUR',
          means: 'bank_transfer',
          account: 'ES9121000418450200051332',
          ...told,
          outstanding_amount: '100.00',
          reverses: null,
          reversed_by: null,
          sii: null,
          recorded_at: '2026-11-25T11:00:00Z',
        },
      },
    ]);
    expect((await pay(own, id!, { amount: 100 })).json()).toMatchObject({
      data: { outstanding_amount: '0.00' },
    });
    const beyond = await pay(own, id!, { amount: '0.01' });
    expect([beyond.statusCode, beyond.json<Refused>().error.details]).toMatchObject([
      422,
      [{ path: '/amount', code: 'out_of_range', message: expect.stringContaining('nothing') as unknown }],
    ]);
    expect((await listOf(own, id!)).map(({ amount }) => amount)).toEqual(['100.00', '21.00']);
  });

  it('records what is paid back of an invoice with a negative amount to pay', async () => {
    const own = await payer();
    const lines = [{ concept: 'Abono', units: '-1', unit_price: '100.00', tax_rate: 21 }];
    const rectification = {
      method: 'differences',
      reason: 'Devolución',
      invoices: [{ issuer_nif: 'B12345674', number_serie: 'X-1', issue_date: '2026-11-20' }],
    };
    const [id] = await issue(own, { invoice_type: 'R1', rectification, lines });
    expect((await pay(own, id!)).json<Refused>().error.details).toMatchObject([{ path: '/amount' }]);
    const answer = await pay(own, id!, { amount: '-121.00' });
    expect(answer.json()).toMatchObject({ data: { amount: '-121.00', outstanding_amount: '0.00' } });
  });

  it.each([
    ['a day after today', { date: '2026-11-26' }, '/date', 'out_of_range'],
    ['a day more than a year before the invoice', { date: '2025-11-20' }, '/date', 'out_of_range'],
    ['a day that does not exist', { date: '2026-02-30' }, '/date', 'invalid'],
    ['no day', { date: null }, '/date', 'blank'],
    ['an amount of 0', { amount: 0 }, '/amount', 'out_of_range'],
    ['an amount beyond the invoice', { amount: '121.01' }, '/amount', 'out_of_range'],
    ['an amount with the other sign', { amount: '-1.00' }, '/amount', 'out_of_range'],
    ['three decimals', { amount: '1.001' }, '/amount', 'too_many_digits'],
    ['no amount', { amount: null }, '/amount', 'blank'],
    ['no means', { means: null }, '/means', 'blank'],
    ['unknown means', { means: 'barter' }, '/means', 'unknown_value'],
    ['an IBAN with wrong check digits', { account: 'ES9221000418450200051332' }, '/account', 'invalid'],
    ['an account of 35 characters', { account: 'x'.repeat(35) }, '/account', 'too_long'],
    ['a control character in the account', { account: 'a\u0007' }, '/account', 'forbidden_characters'],
    [
      'a lack of collection outside of the cash accounting scheme',
      { means: 'not_collected' },
      '/means',
      'not_allowed',
    ],
  ])('refuses %s', async (_what, changes, path, code) => {
    const own = await payer();
    const [id] = await issue(own, {});
    const answer = await pay(own, id!, changes);
    expect(answer.statusCode).toBe(422);
    expect(answer.json<Refused>().error).toMatchObject({
      code: 'validation_failed',
      details: [{ path, code }],
    });
    expect(await listOf(own, id!)).toEqual([]);
  });

  it('returns the same payment for the same key at any time, and refuses the key for another request', async () => {
    const own = await payer();
    const [id, other] = await issue(own, {}, {});
    const key = randomUUID();
    const first = await pay(own, id!, {}, key);
    const again = await ask(
      own,
      'POST',
      `/invoices/${id}/payments`,
      Object.fromEntries(Object.entries(PAID).toReversed()),
      key,
    );
    expect(again.json()).toEqual(first.json());
    expect(again.headers['idempotency-replayed']).toBe('true');
    for (const answer of [await pay(own, id!, { amount: 1 }, key), await pay(own, other!, {}, key)])
      expect([answer.statusCode, answer.json<Refused>().error.code]).toEqual([
        422,
        'invalid_idempotency_key',
      ]);
    expect(await listOf(own, id!)).toHaveLength(1);
  });

  it('records one of several payments that arrive together and exceed the invoice together', async () => {
    const own = await payer();
    const [id] = await issue(own, {});
    const answers = await Promise.all(Array.from({ length: 4 }, () => pay(own, id!, { amount: '100.00' })));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(3);
    expect(await listOf(own, id!)).toHaveLength(1);
  });

  it('needs the right payments, and an invoice of the organization that is issued and not annulled', async () => {
    const [own, other] = [await payer(), await payer()];
    const reader = await payer(['submit', 'read']);
    const [id] = await issue(own, {});
    expect((await pay(other, id!)).statusCode).toBe(404);
    expect((await pay(reader, id!)).statusCode).toBe(403);
    await annul(id!);
    const answer = await pay(own, id!);
    expect([answer.statusCode, answer.json<Refused>().error.code]).toEqual([422, 'not_payable']);
    const invoice = buildInvoiceV2({ number_serie: 'WAITS' });
    const accepted = await ask(own, 'POST', '/invoice_batches', { invoice_batch: { invoices: [invoice] } });
    const waiting = accepted.json<{ data: { id: number } }>().data.id * 1000;
    const early = await pay(own, waiting);
    expect([early.statusCode, early.json<Refused>().error.code]).toEqual([409, 'not_issued']);
  });
});

describe('POST /payments', () => {
  const payAll = (organization: TestOrganization, payments: readonly object[], key?: string) =>
    ask(organization, 'POST', '/payments', { payments }, key);

  it('answers for each of a thousand payments', async () => {
    const own = await payer();
    const ids = await issue(own, ...Array.from({ length: 1000 }, () => ({})));
    const answer = await payAll(
      own,
      ids.map((id) => ({ invoice_id: id, ...PAID })),
    );
    expect(answer.statusCode).toBe(200);
    const { data } = answer.json<PaymentsAnswer>();
    expect(data.map(({ index, payment }) => [index, payment?.invoice_id])).toEqual(
      ids.map((id, index) => [index, id]),
    );
    expect(data.every(({ payment }) => payment?.outstanding_amount === '0.00')).toBe(true);
    expect(
      (
        await payAll(
          own,
          Array.from({ length: 1001 }, () => PAID),
        )
      ).statusCode,
    ).toBe(422);
  });

  it('records what is right, and tries again what was refused when the request is repeated', async () => {
    const [own, other] = [await payer(), await payer()];
    const [first, second] = await issue(own, {}, {});
    const [foreign] = await issue(other, {});
    const payments = [
      { invoice_id: first, ...PAID, amount: 60 },
      { invoice_id: first, ...PAID, amount: '61.00' },
      { invoice_id: first, ...PAID, amount: '0.01' },
      { invoice_id: foreign, ...PAID },
      { ...PAID },
      { invoice_id: second, ...PAID, date: '2026-11-26' },
    ];
    const key = randomUUID();
    const answer = await payAll(own, payments, key);
    const { data } = answer.json<PaymentsAnswer>();
    expect(
      data.map(
        ({ payment, details }) =>
          payment?.outstanding_amount ?? details.map(({ path, code }) => `${path} ${code}`),
      ),
    ).toEqual([
      '61.00',
      '0.00',
      ['/amount out_of_range'],
      ['/invoice_id not_found'],
      ['/invoice_id blank'],
      ['/date out_of_range'],
    ]);
    api.clock.now = new Date('2026-11-26T09:00:00Z');
    const again = (await payAll(own, payments, key)).json<PaymentsAnswer>().data;
    api.clock.now = new Date('2026-11-25T11:00:00Z');
    expect(again.slice(0, 5)).toEqual(data.slice(0, 5));
    expect(again[5]!.payment).toMatchObject({ invoice_id: second, date: '2026-11-26' });
  });
});

describe('DELETE /payments/{id}', () => {
  it('adds one counter-entry, after which the amount is outstanding again', async () => {
    const own = await payer();
    const [id] = await issue(own, {});
    const { data: payment } = (await pay(own, id!)).json<{ data: PaymentView }>();
    const answers = await Promise.all([1, 2, 3].map(() => ask(own, 'DELETE', `/payments/${payment.id}`)));
    const [first] = answers.map((answer) => answer.json<{ data: PaymentView }>().data);
    expect(first).toMatchObject({
      amount: '-121.00',
      date: PAID.date,
      reverses: payment.id,
      outstanding_amount: '121.00',
    });
    expect(answers.map((answer) => answer.json<{ data: PaymentView }>().data)).toEqual([first, first, first]);
    expect((await listOf(own, id!)).map((each) => [each.id, each.reversed_by])).toEqual([
      [first!.id, null],
      [payment.id, first!.id],
    ]);
    expect((await pay(own, id!)).statusCode).toBe(201);
    const undone = await ask(own, 'DELETE', `/payments/${first!.id}`);
    expect([undone.statusCode, undone.json<Refused>().error.code]).toEqual([422, 'not_payable']);
  });

  it('takes the day on which the money was returned, and refuses other organizations and days', async () => {
    const [own, other] = [await payer(), await payer()];
    const [id] = await issue(own, {});
    const { data } = (await pay(own, id!, { date: '2026-11-23' })).json<{ data: PaymentView }>();
    expect((await ask(other, 'DELETE', `/payments/${data.id}`)).statusCode).toBe(404);
    for (const date of ['2026-11-22', '2026-11-26'])
      expect((await ask(own, 'DELETE', `/payments/${data.id}?date=${date}`)).statusCode).toBe(422);
    const answer = await ask(own, 'DELETE', `/payments/${data.id}?date=2026-11-24`);
    expect(answer.json()).toMatchObject({ data: { date: '2026-11-24', amount: '-121.00' } });
  });
});

describe('the lists of payments', () => {
  it('have pages, and only the payments of the organization', async () => {
    const [own, other] = [await payer(), await payer()];
    const [id, second] = await issue(own, {}, {});
    const [foreign] = await issue(other, {});
    for (const amount of [1, 2, 3]) await pay(own, id!, { amount });
    await pay(own, second!, { amount: 4 });
    await pay(other, foreign!);
    const read = async (path: string) => {
      const amounts: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const page = (await ask(own, 'GET', `${path}?limit=2${query}`)).json<{
          data: PaymentView[];
          meta: { next_cursor: string | null };
        }>();
        amounts.push(...page.data.map(({ amount }) => amount));
        cursor = page.meta.next_cursor;
      }
      return amounts;
    };
    expect(await read('/payments')).toEqual(['4.00', '3.00', '2.00', '1.00']);
    expect(await read(`/invoices/${id}/payments`)).toEqual(['3.00', '2.00', '1.00']);
    expect((await ask(own, 'GET', `/invoices/${foreign}/payments`)).statusCode).toBe(404);
  });
});
