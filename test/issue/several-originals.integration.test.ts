import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreateBatchAnswer } from '../../src/contracts/v2/batch-answers.ts';
import type { WholeInvoice } from '../../src/contracts/v2/invoice-answers.ts';
import type { InvoiceInput } from '../../src/contracts/v2/invoice-input.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { readLiterals } from '../../src/platform/literals/read-literals.ts';
import { issuingContext } from '../support/engine.ts';
import { buildBatchV2 } from '../support/invoices-v2.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { textOf, textsOf } from '../../packages/verifactu/test/support/records.ts';
import { issue, line, NOBODY, refer, validate } from './support/rectifying.ts';

/*
 * Invoices of version 2 that rectify or replace several invoices that were issued here.
 */

let test: TestRemission;
beforeAll(async () => {
  test = await openTestRemission();
});
afterAll(() => test[Symbol.asyncDispose]());

/** Returns the first registration record of an invoice. */
async function readRecord(invoiceId: number): Promise<string> {
  const rows = [{ invoiceId }];
  return (await readLiterals(test.pool, 'records', rows))(rows[0]!);
}

/** Sends all records, after the minute that AEAT requires between two messages. */
async function remitAll() {
  test.pass(61);
  for (const { id } of await test.read<{ id: number }>('select id::float8 as id from chains'))
    await test.remit(id);
}

describe('an F3', () => {
  it('replaces several simplified invoices, each of which can be replaced once, and AEAT accepts its record', async () => {
    const tickets = await issue(
      test,
      'T',
      ...['10', '20', '30'].map((price) => ({ ...NOBODY, lines: line(price) })),
    );
    const [first, second, third] = tickets.ids as [number, number, number];
    const replacing = (ids: readonly number[], price: string): InvoiceInput => ({
      invoice_type: 'F3',
      replaces: refer(ids),
      lines: line(price),
    });
    const invoices = [
      replacing([first, second], '30'),
      replacing([third, second], '50'),
      replacing([third], '30'),
      { ...NOBODY, invoice_type: 'R5', rectified_invoice_id: second, lines: line('1', '-1') },
    ];
    expect(await validate(test, 'F', ...invoices)).toEqual([
      '1 /replaces/1/issued_invoice_id not_allowed',
      '3 /rectified_invoice_id not_allowed',
    ]);
    const { ids, errors } = await issue(test, 'F', ...invoices);
    expect(errors).toEqual([
      null,
      expect.stringMatching(
        /^Replaced invoice 2: issued invoice id is already replaced by issued invoice \d+/,
      ),
      null,
      expect.stringMatching(/^Rectified invoice is replaced by issued invoice \d+/),
    ]);
    expect(await validate(test, 'G', replacing([second], '20'))).toEqual([
      '0 /replaces/0/issued_invoice_id not_allowed',
    ]);
    const record = await readRecord(ids[0]!);
    expect(textsOf(record, 'NumSerieFactura')).toEqual(expect.arrayContaining(['T-1', 'T-2']));
    await remitAll();
    const { api, organization } = test;
    const read = async (id: number) =>
      (await api.get(organization.token, `/invoices/${id}`, {}, 2)).json<{ data: WholeInvoice }>().data;
    expect(await read(ids[0]!)).toMatchObject({
      verifactu_state: 'accepted',
      rectifies: [{ issued_invoice_id: first }, { issued_invoice_id: second }],
    });
    expect(await read(second)).toMatchObject({ rectified_by: [{ issued_invoice_id: ids[0] }] });
  });
});

describe('a rectification', () => {
  it('by substitution replaces the amounts of its originals without stating them', async () => {
    const { ids } = await issue(test, 'S', { lines: line('100') }, { lines: line('50') });
    const substitution = (price: string, changes: object = {}): InvoiceInput => ({
      invoice_type: 'R1',
      rectification: {
        method: 'substitution',
        reason: 'Error en el precio',
        invoices: refer(ids),
        ...changes,
      },
      lines: line(price),
    });
    expect(await validate(test, 'SR', substitution('120'), substitution('-1'))).toEqual([
      '1 /rectification/invoices/0/issued_invoice_id corrections_exceed_original',
      '1 /rectification/invoices/0/issued_invoice_id substituted_again',
    ]);
    const { ids: issued, errors } = await issue(test, 'SR', substitution('120'));
    expect(errors).toEqual([null]);
    const record = await readRecord(issued[0]!);
    expect(
      ['TipoRectificativa', 'BaseRectificada', 'CuotaRectificada'].map((name) => textOf(record, name)),
    ).toEqual(['S', '150.00', '31.50']);
    await remitAll();
    expect(await test.states(Math.floor(issued[0]! / 1000))).toEqual(['accepted']);
    // 145.20 of 181.50 are left, 96.80 of them for the first original.
    const reduce = (price: string): InvoiceInput => ({
      invoice_type: 'R1',
      rectified_invoice_id: ids[0]!,
      operation_description: 'Descuento',
      lines: line(price, '-1'),
    });
    expect(await validate(test, 'SD', reduce('80'))).toEqual([]);
    expect(await validate(test, 'SD', reduce('80.01'))).toEqual([
      '0 /rectified_invoice_id corrections_exceed_original',
    ]);
  });

  it('by differences shares its change among its originals, also for an R5 of R5', async () => {
    const { ids } = await issue(
      test,
      'D',
      { ...NOBODY, lines: line('100') },
      { ...NOBODY, lines: line('300') },
    );
    const reduce = (price: string): InvoiceInput => ({
      ...NOBODY,
      invoice_type: 'R5',
      rectification: { method: 'differences', reason: 'Rápel', invoices: refer(ids) },
      lines: line(price, '-1'),
    });
    expect(await validate(test, 'DR', reduce('400'), reduce('0.01'))).toEqual([
      '1 /rectification/invoices/1/issued_invoice_id corrections_exceed_original',
    ]);
    const { ids: rectifying, errors } = await issue(test, 'DR', reduce('200'));
    expect(errors).toEqual([null]);
    expect(await validate(test, 'DS', reduce('200.04'))).toEqual([
      '0 /rectification/invoices/0/issued_invoice_id corrections_exceed_original',
    ]);
    // An F3 that replaces the second original ends all corrections of the R5 that corrects it.
    await issue(test, 'DF', { invoice_type: 'F3', replaces: refer([ids[1]!]), lines: line('150') });
    expect(
      await validate(test, 'DT', {
        ...NOBODY,
        invoice_type: 'R5',
        rectified_invoice_id: rectifying[0]!,
        lines: line('1', '-1'),
      }),
    ).toEqual(['0 /rectified_invoice_id not_allowed']);
  });

  it('is added once to each original to which layers of rectifications lead, in a time that does not double with each layer', async () => {
    const layers = 13;
    let { ids } = await issue(test, 'L', ...Array.from({ length: 3 }, () => ({ lines: line('100') })));
    const [first] = ids;
    const rectify = (named: readonly number[]): InvoiceInput => ({
      invoice_type: 'R1',
      rectification: { method: 'differences', reason: 'Devolución', invoices: refer(named) },
      lines: line('1', '-1'),
    });
    for (let layer = 1; layer <= layers; layer += 1)
      ({ ids } = await issue(test, `L${layer}`, rectify(ids), rectify(ids), rectify(ids)));
    // The first layer deducts three shares of 0.40 from this original, and each further layer three
    // times 1.21.
    const left = 12_100 - 120 - 363 * (layers - 1);
    const reduce = (cents: number): InvoiceInput => ({
      invoice_type: 'R1',
      rectified_invoice_id: first!,
      operation_description: 'Descuento',
      lines: [{ concept: 'Servicio', units: -1, unit_price: (cents / 100).toFixed(2), tax_rate: 0 }],
    });
    expect(await validate(test, 'LV', reduce(left))).not.toContainEqual(
      expect.stringContaining('corrections_exceed_original'),
    );
    expect(await validate(test, 'LV', reduce(left + 1))).toContainEqual(
      expect.stringContaining('corrections_exceed_original'),
    );
  });

  it('of amounts near the largest possible one is stored with its share', async () => {
    const largest = '800000000000.00';
    const { ids } = await issue(test, 'M', { lines: line(largest, '-1') });
    const { errors } = await issue(test, 'MR', {
      invoice_type: 'R1',
      rectification: { method: 'substitution', reason: 'Error en el signo', invoices: refer(ids) },
      lines: line(largest),
    });
    expect(errors).toEqual([null]);
  });

  it('cannot name an invoice of another organization', async () => {
    const { api } = test;
    const { ids } = await issue(test, 'O', { lines: line('100') });
    const other = await api.createOrganization('Otra SL');
    const body = buildBatchV2('X', {
      invoice_type: 'R1',
      rectification: { method: 'substitution', reason: 'Error', invoices: refer(ids) },
    });
    const { data } = (
      await api.post(other.token, body, { key: randomUUID(), version: 2 })
    ).json<CreateBatchAnswer>();
    await processBatch(issuingContext(api), data.id);
    expect(
      await test.read('select processing_error as error from batch_invoices where batch_id = $1', [data.id]),
    ).toEqual([{ error: 'Rectified invoice 1: issued invoice id does not exist' }]);
  });
});

describe('the database', () => {
  it('refuses rows of rectified invoices that issuing would not write', async () => {
    const { ids } = await issue(test, 'B', { ...NOBODY, lines: line('1') }, { ...NOBODY, lines: line('1') });
    const { ids: replacing } = await issue(
      test,
      'BF',
      { invoice_type: 'F3', replaces: refer([ids[0]!]), lines: line('1') },
      { invoice_type: 'F3', replaces: refer([ids[1]!]), lines: line('1') },
    );
    const insert = (invoice: number, rectified: number) =>
      test.pool
        .query(
          `insert into rectified_invoices (organization_id, invoice_id, rectified_id, amount)
           select organization_id, id, $2, 0 from issued_invoices where id = $1`,
          [invoice, rectified],
        )
        .then(
          () => 'accepted',
          ({ code }: { code?: string }) => code,
        );
    expect(await insert(replacing[0]!, ids[1]!)).toBe('23505');
    expect(await insert(replacing[0]!, 1)).toBe('23503');
  });
});
