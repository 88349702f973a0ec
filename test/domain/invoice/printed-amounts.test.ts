import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import type { InvoiceLineInput } from '../../../src/contracts/invoice-input.ts';
import { scaleDecimal } from '../../../src/domain/money/decimals.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { isTaxedOnMargin } from '../../../src/domain/tax/regime-rules.ts';
import { listPrintedAmounts } from '../../../src/domain/invoice/printed-amounts.ts';
import { sumUp } from '../../../src/render/template/printed-sums.ts';
import { nearlyValidV2Inputs } from '../support/arbitrary-v2-inputs.ts';
import { buildInput, buildLine, documentOf, messagesOf, TODAY } from '../support/inputs.ts';
import { runsOf } from '../../support/long.ts';
import { buildDocument, buildLine as buildDocumentLine } from '../../render/support/build-invoice.ts';

/** The VAT of another member state. */
const FRENCH = { taxType: 'oss', regime: '17', operationKey: 'N2', rate: null, taxCountry: 'FR' } as const;

/*
 * In the regimes of used goods and travel agencies the tax is part of the price (LIVA arts. 138 and
 * 142).
 */

function documentOfLines(lines: readonly InvoiceLineInput[]): InvoiceDocument {
  return documentOf(buildInput({ lines: [...lines] }));
}

function printOne(line: InvoiceLineInput) {
  return listPrintedAmounts(documentOfLines([buildLine({ tax_regime: '03', ...line })]))[0];
}

function addCents(amounts: readonly string[]): bigint {
  return amounts.reduce((sum, amount) => sum + scaleDecimal(amount, 2), 0n);
}

const line: fc.Arbitrary<InvoiceLineInput> = fc
  .record({
    units: fc.oneof(
      fc.constantFrom(1, 1, 3, -1),
      fc.integer({ min: -9999, max: 9999 }).map((n) => n / 100),
    ),
    unit_price: fc.oneof(
      fc.integer({ min: 0, max: 99_999_99 }).map((n) => n / 100),
      fc.integer({ min: 0, max: 99_999_999_999 }).map((n) => n / 1_000_000),
    ),
    discount_percent: fc.option(fc.integer({ min: 0, max: 100_00 }).map((n) => n / 100)),
  })
  .chain((amounts) =>
    fc
      .constantFrom<InvoiceLineInput>(
        ...(['03', '05'] as const).flatMap((tax_regime) => [
          ...[0, 4, 10, 21].map((tax_rate) => ({ tax_regime, tax_rate })),
          { tax_regime, tax_exemption_code: 'E2' },
        ]),
        { tax_rate: 21 },
        { tax_exemption_code: 'E1' },
        { tax_regime: '07', tax_rate: 10 },
        { tax_type: 'igic', tax_rate: 7 },
      )
      .map((tax) => ({ concept: 'Pieza', ...amounts, ...tax })),
  );
const lines = fc
  .array(line, { minLength: 1, maxLength: 40, size: 'max' })
  .filter((all) => messagesOf(buildInput({ lines: all })).length === 0);

describe('the printed amounts of lines', () => {
  it('add up to the cent: amounts without tax to the bases, amounts with tax to the rest of the total', () => {
    fc.assert(
      fc.property(lines, (inputs) => {
        const document = documentOfLines(inputs);
        const printed = listPrintedAmounts(document);
        const isIncluded = (place: number) => ['03', '05'].includes(document.lines[place]!.regime!);
        const { taxable, exempt, notSubject, included } = sumUp(document);
        const places = [...document.lines.keys()];
        const apart = places.filter((place) => !isIncluded(place)).map((place) => printed[place]!.amount);
        const withTax = places.filter(isIncluded).map((place) => printed[place]!.amount);
        const tax = taxable?.tax ?? '0';
        expect(addCents(apart)).toBe(addCents([taxable?.base, exempt, notSubject].map((sum) => sum ?? '0')));
        expect(addCents([...apart, ...withTax, tax])).toBe(scaleDecimal(document.totals.total, 2));
        // There are no parts if one amount would equal the total.
        const parts = included.length === 0 ? withTax : included.map(({ amount }) => amount);
        expect(addCents(parts)).toBe(addCents(withTax));
      }),
    );
  });

  it('differ by at most one cent from net amount plus tax, and by about two from units × price × discount', () => {
    fc.assert(
      fc.property(lines, (inputs) => {
        const document = documentOfLines(inputs);
        listPrintedAmounts(document).forEach(({ unitPrice, amount }, place) => {
          const { regime, rate, netAmount, units, discountPercent } = document.lines[place]!;
          const isIncluded = regime === '03' || regime === '05';
          const factor = isIncluded ? 1 + Number(rate ?? 0) / 100 : 1;
          expect(Math.abs(Number(amount) - Number(netAmount) * factor)).toBeLessThan(0.010001);
          const product = Number(units) * Number(unitPrice) * (1 - Number(discountPercent ?? 0) / 100);
          expect(Math.abs(Number(amount) - product)).toBeLessThan(0.0212);
        });
      }),
    );
  });

  it('are the negative amounts in a correction that reverses the whole invoice', () => {
    fc.assert(
      fc.property(lines, (inputs) => {
        const back = inputs.map(({ units, ...rest }) => ({ ...rest, units: -units! }));
        const amounts = listPrintedAmounts(documentOfLines(inputs)).map(({ amount }) => Number(amount));
        const returned = listPrintedAmounts(documentOfLines(back)).map(({ amount }) => 0 - Number(amount));
        expect(returned).toEqual(amounts.map((amount) => 0 + amount));
      }),
    );
  });

  it.each<[string, InvoiceLineInput, { unitPrice: string; amount: string }]>([
    ['in cents', { unit_price: 950 }, { unitPrice: '1149.50', amount: '1149.50' }],
    ['of 1000 with tax', { unit_price: 826.45 }, { unitPrice: '1000.00', amount: '1000.00' }],
    ['of 15 with tax', { unit_price: 12.396694, units: 3 }, { unitPrice: '15.00', amount: '45.00' }],
    [
      'of many units with more decimals',
      { unit_price: 12.35, units: 100 },
      { unitPrice: '14.9435', amount: '1494.35' },
    ],
    [
      'below a cent with the decimals that give its amount',
      { unit_price: 0.000333, units: 900_000 },
      { unitPrice: '0.00040293', amount: '362.64' },
    ],
    [
      'with a discount that is deducted after tax',
      { unit_price: 100, discount_percent: 12.5 },
      { unitPrice: '121.00', amount: '105.88' },
    ],
    [
      'with a discount of 100 %',
      { unit_price: 100, discount_percent: 100 },
      { unitPrice: '121.00', amount: '0.00' },
    ],
    [
      'without tax unchanged',
      { unit_price: 0.333333, tax_rate: 0 },
      { unitPrice: '0.333333', amount: '0.33' },
    ],
  ])('show a price %s', (_what, input, expected) => {
    expect(printOne(input)).toEqual(expected);
  });

  it('show the same price for the same goods when one of the lines absorbs a cent', () => {
    const document = documentOfLines(
      Array.from({ length: 5 }, () => buildLine({ unit_price: 10.01, tax_regime: '03' })),
    );
    expect(document.totals.total).toBe('60.56');
    const printed = listPrintedAmounts(document);
    expect(printed.map(({ amount }) => amount)).toEqual(['12.12', '12.11', '12.11', '12.11', '12.11']);
    expect(new Set(printed.map(({ unitPrice }) => unitPrice))).toEqual(new Set(['12.11']));
  });

  it('add up in a document of version 1, whose net amounts have more decimals', () => {
    const document = documentOfLines(
      Array.from({ length: 3 }, () => buildLine({ unit_price: 10.125, tax_regime: '05' })),
    );
    const netAmount = '10.125';
    const [group] = document.groups;
    const old: InvoiceDocument = {
      ...document,
      version: 1,
      lines: document.lines.map((each) => ({ ...each, netAmount })),
      groups: [{ ...group!, base: '30.38', tax: '6.38' }],
    };
    expect(addCents(listPrintedAmounts(old).map(({ amount }) => amount))).toBe(36_76n);
  });
});

describe('the printed sums of an invoice', () => {
  it('combine goods of different rates in the margin regime into one amount, so as not to reveal the rates', () => {
    const document = documentOfLines([
      buildLine({ tax_regime: '03' }),
      buildLine({ tax_regime: '03', tax_rate: 4 }),
      buildLine(),
    ]);
    expect(sumUp(document)).toMatchObject({
      taxable: { base: '100.00', tax: '21.00' },
      included: [{ amount: '225.00' }],
    });
  });

  it('count only subject and non-exempt lines as taxable base and show the others separately', () => {
    const document = documentOfLines([
      buildLine(),
      buildLine({ tax_rate: 10 }),
      buildLine({ tax_exemption_code: 'E1', tax_rate: null }),
      buildLine({ tax_operation_key: 'N1', tax_rate: null }),
      buildLine({ tax_operation_key: 'N2', tax_rate: null }),
    ]);
    expect(sumUp(document)).toMatchObject({
      taxable: { base: '200.00', tax: '31.00' },
      exempt: '100.00',
      notSubject: '200.00',
    });
    const exempt = documentOfLines([buildLine({ tax_exemption_code: 'E1', tax_rate: null })]);
    expect(sumUp(exempt)).toMatchObject({ taxable: null, exempt: '100.00', notSubject: null });
  });

  it('contain no amount besides the total when there is only one', () => {
    expect(sumUp(documentOfLines([buildLine({ tax_regime: '05' })]))).toMatchObject({
      groups: [],
      taxable: null,
      included: [],
    });
  });
});

describe('the printed amounts of an invoice of version 2', () => {
  const CONTEXT = { organizationName: 'Talleres Ñandú SL', today: TODAY } as const;

  it('add up to its bases, to its total and, with prices that include tax, to what the customer saw', () => {
    const documents = nearlyValidV2Inputs
      .map((input) => prepareInvoice(input, CONTEXT))
      .filter((preparation) => preparation.kind === 'prepared')
      .map(({ invoice }) => invoice.document);
    let gross = 0;
    fc.assert(
      fc.property(documents, (document) => {
        const { totals, pricesIncludeTax } = document;
        const printed = listPrintedAmounts(document);
        const keys = [...document.lines, ...(document.allowances ?? [])];
        expect(printed).toHaveLength(keys.length);
        const amountsOf = (onMargin: boolean) =>
          printed.filter((_, place) => isTaxedOnMargin(keys[place]!) === onMargin);
        const apart = amountsOf(false).map(({ amount, withoutTax }) => withoutTax?.amount ?? amount);
        const withTax = amountsOf(true).map(({ amount }) => amount);
        const { taxable, exempt, notSubject } = sumUp(document);
        const bases = [taxable?.base, exempt, notSubject].map((sum) => sum ?? '0');
        expect(addCents(apart)).toBe(addCents(bases));
        const taxes = [taxable?.tax ?? '0', taxable?.surcharge ?? '0'];
        const total = scaleDecimal(totals.total, 2);
        expect(addCents([...bases, ...taxes, ...withTax])).toBe(total);
        const isGross = pricesIncludeTax === true && document.groups.every(({ costBase }) => !costBase);
        gross += Number(isGross);
        const seen = addCents(printed.map(({ amount }) => amount));
        expect(isGross ? seen : total).toBe(
          total + (isGross ? scaleDecimal(totals.foreignTax ?? '0', 2) : 0n),
        );
      }),
      { numRuns: runsOf(600) },
    );
    expect(gross).toBeGreaterThan(10);
  });

  it.each([
    ['of which the tax is part', { rate: '21' }, '121', '100.00'],
    ['that is not whole without tax', { rate: '21' }, '100', '82.64'],
    ['of many units with more decimals', { rate: '21', units: '1000' }, '100', '82.64463'],
    ['with a surcharge', { rate: '21', surchargeRate: '5.2' }, '126.2', '100.00'],
    ['with the VAT of another member state', { ...FRENCH, foreignRate: '5.5' }, '10.55', '10.00'],
  ] as const)('show the unit price without tax: %s', (_, key, unitPrice, withoutTax) => {
    const one = { ...buildDocumentLine({ ...key, unitPrice }), grossAmount: '1.00' };
    const [printed] = listPrintedAmounts(buildDocument({ pricesIncludeTax: true, lines: [one] }));
    expect(printed).toMatchObject({ unitPrice, amount: '1.00', withoutTax: { unitPrice: withoutTax } });
  });
});
