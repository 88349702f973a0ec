import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AeatSandbox } from '../../src/open-aeat-sandbox.ts';
import { leaf, branch } from '../../src/xml/write-xml.ts';
import { hasSiiFacts, siiPath } from '../../../../test/domain/support/shared-facts.ts';
import { openXmlSchema } from '../../../../test/domain/support/xml-schema.ts';
import { post, textsOf } from '../support/sandbox.ts';
import { EVERY_MEMBER } from './support/full-messages.ts';
import { openSii, pay, postSii, siiLinesOf, supply, withdraw } from './support/sii-sandbox.ts';
import {
  byOperation,
  exempt,
  foreigner,
  idOf,
  NOW,
  writeId,
  writePaymentQuery,
  writePayments,
  writeQuery,
  writeSupply,
  writeWithdrawal,
} from './support/write-sii.ts';

const DAY = 86_400_000;
const QUARTER = { year: '2026', period: '4T' };
const CASH = { ClaveRegimenEspecialOTrascendencia: '07' };
const PAYMENT = { Fecha: '20-11-2026', Importe: '60.50', Medio: '01', Cuenta_O_Medio: 'ES91 2100' };

async function query(sandbox: AeatSandbox, filter = '', period = { year: '2026', period: '11' }) {
  const { text } = await postSii(sandbox, writeQuery(filter, period));
  return {
    text,
    numbers: textsOf(
      text.replaceAll(/<siiLRRC:Facturas\w+>.*?<\/siiLRRC:Facturas\w+>/gs, ''),
      'NumSerieFacturaEmisor',
    ),
    hasMore: textsOf(text, 'IndicadorPaginacion')[0],
  };
}

async function queryPayments({ siiUrls }: AeatSandbox, number: string, key: number | null = null) {
  return (await post(siiUrls.payments, writePaymentQuery({ number }, key))).text;
}

describe('a query of the book', () => {
  it('finds nothing in an empty book', async () => {
    await using sandbox = await openSii();
    const { text } = await query(sandbox);
    expect([textsOf(text, 'ResultadoConsulta'), textsOf(text, 'IndicadorPaginacion')]).toEqual([
      ['SinDatos'],
      ['N'],
    ]);
  });

  it('selects by each member of its filter', async () => {
    let now = NOW;
    await using sandbox = await openSii({ now: () => now });
    await supply(sandbox, [
      { number: 'A' },
      { number: 'B', date: '19-11-2026' },
      {
        number: 'C',
        invoice: {
          Contraparte: foreigner('02', 'DE123456789'),
          TipoDesglose: byOperation({ Entrega: exempt('E5') }),
          ImporteTotal: '100',
        },
      },
      { number: 'D', period: QUARTER },
    ]);
    now += DAY;
    await supply(sandbox, [{ number: 'E' }]);
    await supply(sandbox, [{ number: 'B', date: '19-11-2026' }], 'A1');
    sandbox.control.match([{ id: idOf({ number: 'A' }, 0), matching: { state: '3' } }]);
    const party = (id: string) => branch('siiLRC:Contraparte', leaf('sii:NombreRazon', 'X'), id);
    const range = (name: string, from: string | null, to: string | null) =>
      branch(`siiLRC:${name}`, leaf('sii:Desde', from), leaf('sii:Hasta', to));
    const other = branch('sii:IDOtro', leaf('sii:IDType', '02'), leaf('sii:ID', 'DE123456789'));
    const found: Record<string, string[]> = {};
    const filters = {
      all: '',
      number: branch('siiLRC:IDFactura', leaf('sii:NumSerieFacturaEmisor', 'A')),
      date: branch('siiLRC:IDFactura', leaf('sii:FechaExpedicionFacturaEmisor', '19-11-2026')),
      nif: party(leaf('sii:NIF', 'A12345674')),
      other: party(other),
      presented: range('FechaPresentacion', '22-11-2026', null),
      presentedUntil: range('FechaPresentacion', null, '21-11-2026'),
      matched: range('FechaCuadre', '22-11-2026', '22-11-2026'),
      replaced: leaf('siiLRC:FacturaModificada', 'S'),
      state: leaf('siiLRC:EstadoCuadre', '3'),
      notMatchable: leaf('siiLRC:EstadoCuadre', '1'),
    };
    for (const [name, filter] of Object.entries(filters))
      found[name] = (await query(sandbox, filter)).numbers;
    expect(found).toEqual({
      all: ['A', 'B', 'C', 'E'],
      number: ['A'],
      date: ['B'],
      nif: ['A', 'B', 'E'],
      other: ['C'],
      presented: ['B', 'E'],
      presentedUntil: ['A', 'C'],
      matched: ['A', 'B', 'E'],
      replaced: ['B'],
      state: ['A'],
      notMatchable: ['C'],
    });
    expect((await query(sandbox, '', QUARTER)).numbers).toEqual(['D']);
  });

  it('returns pages, which begin after the last invoice of the one before', async () => {
    await using sandbox = await openSii({ settings: { pageSize: 2 } });
    await supply(sandbox, [{}, {}, {}, {}, {}]);
    const pages: [string[], string | undefined][] = [];
    let after = '';
    for (let hasMore: string | undefined = 'S'; hasMore === 'S';) {
      const page = await query(sandbox, after);
      ({ hasMore } = page);
      pages.push([page.numbers, hasMore]);
      after = branch('siiLRC:ClavePaginacion', writeId(idOf({ number: page.numbers.at(-1)! }, 0)));
    }
    expect(pages).toEqual([
      [['A/1', 'A/2'], 'S'],
      [['A/3', 'A/4'], 'S'],
      [['A/5'], 'N'],
    ]);
  });

  it('shows states, errors, CSV and the sums of the other party, and numbers without trailing zeros', async () => {
    await using sandbox = await openSii();
    await supply(sandbox, [{}, {}, { invoice: { ImporteTotal: '200.00' } }]);
    await withdraw(sandbox, [{ number: 'A/2' }]);
    const other = { SumBaseImponible: '90.50', ImporteTotal: '-1.00' };
    sandbox.control.match([{ id: idOf({}, 0), matching: { state: '4', other } }]);
    const { text } = await query(sandbox);
    expect(textsOf(text, 'EstadoRegistro')).toEqual(['Correcta', 'Anulada', 'AceptadaConErrores']);
    expect(textsOf(text, 'CodigoErrorRegistro')).toEqual(['2025']);
    expect(textsOf(text, 'CSV')).toEqual(sandbox.control.book().map(({ csv }) => csv));
    expect(textsOf(text, 'EstadoCuadre')).toEqual(['4', '2', '2']);
    expect(textsOf(text, 'SumBaseImponible')).toEqual(['90.5']);
    expect(textsOf(text, 'ImporteTotal')).toEqual(['121', '-1', '121', '200']);
    expect(textsOf(text, 'CuotaRepercutida')).toEqual(['21', '21', '21']);
    expect(textsOf(text, 'Cobros')).toEqual(['N', 'N', 'N']);
  });

  it('shows only the book of the taxpayer who asks', async () => {
    await using sandbox = await openSii();
    await supply(sandbox, [{}]);
    const { text } = await postSii(sandbox, writeQuery('', { year: '2026', period: '11' }, 'A12345674'));
    expect(textsOf(text, 'ResultadoConsulta')).toEqual(['SinDatos']);
  });
});

describe('payments of cash accounting', () => {
  it('are refused for an invoice that is unknown, withdrawn or in another regime', async () => {
    await using sandbox = await openSii();
    await supply(sandbox, [{ number: 'A', invoice: CASH }, { number: 'B', invoice: CASH }, { number: 'C' }]);
    await withdraw(sandbox, [{ number: 'B' }]);
    const lists = ['A', 'B', 'C', 'D'].map((number) => ({ number, payments: [PAYMENT] }));
    const text = await pay(sandbox, lists);
    expect(siiLinesOf(text)).toEqual(['Correcto', 'Incorrecto 3003', 'Incorrecto 3005', 'Incorrecto 3503']);
    expect(textsOf(text, 'EstadoEnvio')).toEqual(['ParcialmenteCorrecto']);
  });

  it.each([
    ['of a day that does not exist', { ...PAYMENT, Fecha: '31-11-2026' }, 'Incorrecto 1100'],
    [
      'that never came, before the end of the next year',
      { Fecha: '31-12-2026', Importe: '1', Medio: '03' },
      'Incorrecto 1151',
    ],
    ['that never came, with an account', { ...PAYMENT, Fecha: '31-12-2027', Medio: '03' }, 'Incorrecto 1152'],
    ['that never came', { Fecha: '31-12-2027', Importe: '1', Medio: '03' }, 'Correcto'],
  ])('%s get %s', async (_what, payment, result) => {
    await using sandbox = await openSii();
    await supply(sandbox, [{ invoice: CASH }]);
    expect(siiLinesOf(await pay(sandbox, [{ payments: [payment] }]))).toEqual([result]);
  });

  it('add up, and are shown by queries in pages', async () => {
    await using sandbox = await openSii({ settings: { pageSize: 2 } });
    await supply(sandbox, [{ number: 'A', invoice: CASH }]);
    await pay(sandbox, [{ number: 'A', payments: [PAYMENT, { ...PAYMENT, Importe: '10.00' }] }]);
    await pay(sandbox, [{ number: 'A', payments: [{ ...PAYMENT, Importe: '50' }] }]);
    const first = await queryPayments(sandbox, 'A');
    expect([textsOf(first, 'Importe'), textsOf(first, 'ClavePaginacion')]).toEqual([['60.5', '10'], ['2']]);
    const second = await queryPayments(sandbox, 'A', 2);
    expect([textsOf(second, 'Importe'), textsOf(second, 'IndicadorPaginacion')]).toEqual([['50'], ['N']]);
    expect(textsOf(await queryPayments(sandbox, 'B'), 'ResultadoConsulta')).toEqual(['SinDatos']);
    expect(textsOf((await query(sandbox)).text, 'Cobros')).toEqual(['S']);
  });
});

describe.skipIf(!hasSiiFacts)('the answers of SII (skipped if ../shared/sii is absent)', () => {
  it('are valid according to the official schemas', async () => {
    const file = siiPath('xsd/envelope-check.xsd');
    using schema = openXmlSchema(readFileSync(file, 'utf8'), file);
    await using sandbox = await openSii();
    const check = async (url: string, message: string) => {
      const { text } = await post(url, message);
      // The envelope of AEAT has an Id, which the check's own schema does not know.
      schema.check(text.replace(' Id="Body"', ''));
      return text;
    };
    const { invoices, payments } = sandbox.siiUrls;
    // No invoice with every member is accepted, so that the book is told to accept this one.
    sandbox.control.addFaults({ service: 'sii', kind: 'record-error', code: 2011, count: 1 });
    await check(invoices, writeSupply([{ lastNumber: 'A/2', invoice: EVERY_MEMBER }, { invoice: CASH }, {}]));
    await check(invoices, writeSupply([{ number: 'B/1', invoice: CASH }, { number: 'B/1' }, {}]));
    await check(
      invoices,
      writeSupply([{ number: 'B/1', invoice: CASH }, { number: 'B/2' }], { communication: 'A1' }),
    );
    await check(invoices, writeWithdrawal([{}, { number: 'A/3' }]));
    await check(payments, writePayments([{ number: 'B/1', payments: [PAYMENT] }, { payments: [PAYMENT] }]));
    const other = {
      SumBaseImponible: '90.50',
      SumBaseImponibleISP: '1',
      SumCuota: '1',
      SumCuotaRecargoEquivalencia: '0',
    };
    sandbox.control.match([{ id: idOf({ number: 'B/1' }, 0), matching: { state: '4', other } }]);
    expect(textsOf(await check(invoices, writeQuery()), 'ResultadoConsulta')).toEqual(['ConDatos']);
    await check(payments, writePaymentQuery({ number: 'B/1' }));
    await check(invoices, writeSupply([{ invoice: { TipoDesglose: {} } }]));
  });
});
