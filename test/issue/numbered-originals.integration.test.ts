import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreateBatchAnswer } from '../../src/contracts/v2/batch-answers.ts';
import type { WholeInvoice } from '../../src/contracts/v2/invoice-answers.ts';
import type { InvoiceInput, InvoiceReference } from '../../src/contracts/v2/invoice-input.ts';
import { addDays } from '../../src/domain/reading/calendar-date.ts';
import { todayInMadrid } from '../../src/domain/reading/madrid-time.ts';
import { openTestApi } from '../support/api.ts';
import { buildBatchV2 } from '../support/invoices-v2.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { issue, line, NOBODY, refer, validate } from './support/rectifying.ts';

let test: TestRemission;
beforeAll(async () => {
  test = await openTestRemission();
});
afterAll(() => test[Symbol.asyncDispose]());

const referByNumber = (...numbers: readonly string[]) =>
  numbers.map((number_serie) => ({ number_serie, issue_date: todayInMadrid(test.api.clock.now) }));

describe('an invoice that names issued ones by issuer, number and date', () => {
  it('is treated like one that names them by their ids: it replaces them once, and counts among their corrections', async () => {
    const { ids } = await issue(test, 'N', { ...NOBODY, lines: line('10') }, { lines: line('100') });
    const replacing: InvoiceInput = {
      invoice_type: 'F3',
      replaces: referByNumber('N-1', 'ELSEWHERE-1'),
      lines: line('30'),
    };
    const reduce = (price: string): InvoiceInput => ({
      invoice_type: 'R1',
      rectification: { method: 'differences', reason: 'Devolución', invoices: referByNumber('N-2') },
      lines: line(price, '-1'),
    });
    const first = await issue(test, 'NF', replacing, reduce('60'));
    expect(first.errors).toEqual([null, null]);
    const { api, organization } = test;
    const { data } = (await api.get(organization.token, `/invoices/${first.ids[0]}`, {}, 2)).json<{
      data: WholeInvoice;
    }>();
    expect(data.rectifies).toMatchObject([{ issued_invoice_id: ids[0] }]);
    const again = [replacing, reduce('40'), reduce('0.01')];
    expect(await validate(test, 'NG', ...again)).toEqual([
      '0 /replaces/0/number_serie not_allowed',
      '2 /rectification/invoices/0/number_serie corrections_exceed_original',
    ]);
    const twice: InvoiceInput = {
      invoice_type: 'R1',
      rectification: {
        method: 'differences',
        reason: 'Rápel',
        invoices: [...referByNumber('N-2'), ...refer([ids[1]!])],
      },
    };
    expect(await validate(test, 'NG', twice)).toEqual([
      '0 /rectification/invoices/1/issued_invoice_id duplicate',
    ]);
    const { errors } = await issue(test, 'NG', ...again, twice);
    expect(errors).toEqual([
      expect.stringMatching(/^Replaced invoice 1: number serie is already replaced by issued invoice \d+/),
      null,
      null,
      'Rectified invoice 2: issued invoice id names the same invoice as an earlier item of the list',
    ]);
  });
});

describe('a rectification by substitution of an invoice that another one substitutes', () => {
  it('is questioned, whether the other one is issued or of the same batch, unless it is rectified itself', async () => {
    const substitute = (invoices: InvoiceReference[], changes: InvoiceInput = {}): InvoiceInput => ({
      invoice_type: 'R1',
      rectification: { method: 'substitution', reason: 'Precio', invoices },
      lines: line('90'),
      ...changes,
    });
    const byNumber = (number: string): InvoiceInput => ({
      ...substitute([]),
      rectification: {
        method: 'substitution',
        reason: 'Precio',
        invoices: referByNumber(number),
        rectified_base: '100',
        rectified_tax: '21',
      },
    });
    const { ids } = await issue(test, 'S', { lines: line('100') }, { lines: line('100') });
    const named = byNumber('S-1');
    expect(await validate(test, 'SR', named, substitute(refer([ids[0]!])))).toEqual([
      '1 /rectification/invoices/0/issued_invoice_id substituted_again',
    ]);
    const { ids: first } = await issue(test, 'SR', named);
    expect(
      await validate(
        test,
        'SS',
        substitute(refer([ids[1]!])),
        substitute(refer([ids[0]!])),
        substitute(refer(first)),
        substitute(refer([ids[0]!]), {
          rectification: { method: 'differences', reason: 'Precio', invoices: refer([ids[0]!]) },
          lines: line('1'),
        }),
        byNumber('ELSEWHERE-2'),
        byNumber('ELSEWHERE-2'),
      ),
    ).toEqual([
      '1 /rectification/invoices/0/issued_invoice_id substituted_again',
      '5 /rectification/invoices/0/number_serie substituted_again',
    ]);
  });
});

describe('an invoice that is named by a number of its issuer and another date', () => {
  it('is questioned if the number belongs to an invoice of the same year, issued or of the same batch', async () => {
    await issue(test, 'D', { lines: line('100') });
    const today = todayInMadrid(test.api.clock.now);
    const yesterday = addDays(today, -1);
    const name = (
      number_serie: string,
      issue_date: string,
      issuer_nif: string | null = null,
    ): InvoiceInput => ({
      invoice_type: 'R1',
      rectification: {
        method: 'differences',
        reason: 'Devolución',
        invoices: [{ number_serie, issue_date, issuer_nif }],
      },
      lines: line('1', '-1'),
    });
    expect(
      await validate(
        test,
        'DR',
        name('D-1', yesterday),
        name('D-1', today),
        name('D-1', addDays(today, -366)),
        name('D-1', yesterday, 'A12345674'),
        name('ELSEWHERE-3', yesterday),
        name('DR-5', yesterday),
      ),
    ).toEqual([
      '0 /rectification/invoices/0/number_serie reference_date_differs',
      '5 /rectification/invoices/0/number_serie reference_date_differs',
    ]);
  });
});

describe('the sum of the corrections of an invoice', () => {
  it('does not count those of the batch that will not be issued, in a dry run and in a creation', async () => {
    const { api, organization } = test;
    const { ids } = await issue(test, 'SUM', { lines: line('100') });
    const reduce = (number_serie: string, price: string): InvoiceInput => ({
      number_serie,
      invoice_type: 'R1',
      rectified_invoice_id: ids[0]!,
      operation_description: 'Devolución',
      lines: line(price, '-1'),
    });
    // The first takes the number of an issued invoice.
    const sent = [reduce('SUM-1', '80'), reduce('SUM-2', '40'), reduce('SUM-3', '61')];
    const found = await validate(test, 'SUM', ...sent);
    expect(found.filter((one) => one.endsWith('corrections_exceed_original'))).toEqual([
      '2 /rectified_invoice_id corrections_exceed_original',
    ]);
    const body = buildBatchV2('SUM', ...sent);
    const answer = await api.post(organization.token, body, { key: randomUUID(), version: 2 });
    expect(
      answer
        .json<CreateBatchAnswer>()
        .warnings.filter(({ details }) => details.some(({ code }) => code === 'corrections_exceed_original'))
        .map(({ index }) => index),
    ).toEqual([2]);
  });
});

describe('a rectification whose warnings cannot be found in time', () => {
  it('is accepted, with a warning that says so', async () => {
    const { api, organization } = test;
    const { ids } = await issue(test, 'W', { lines: line('100') });
    await using impatient = await openTestApi({}, { beside: api, limits: { longestReadMs: 100 } });
    const blocker = await test.pool.connect();
    try {
      await blocker.query('begin');
      // Of all statements of a create, only the one that adds the corrections reads this table.
      await blocker.query('lock table rectified_invoices in access exclusive mode');
      const body = buildBatchV2('WR', { invoice_type: 'R1', rectified_invoice_id: ids[0]! });
      const answer = await impatient.post(organization.token, body, { key: randomUUID(), version: 2 });
      expect(answer.statusCode).toBe(201);
      expect(answer.json<CreateBatchAnswer>().warnings[0]!.details).toContainEqual(
        expect.objectContaining({ path: '/rectified_invoice_id', code: 'more_left_out' }),
      );
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
  });
});
