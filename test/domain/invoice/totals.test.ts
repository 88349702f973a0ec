import { describe, expect, it } from 'vitest';
import type { InvoiceInput, InvoiceLineInput } from '../../../src/contracts/invoice-input.ts';
import { buildInput, buildLine, documentOf, messagesOf, NOBODY } from '../support/inputs.ts';

function totalsOf(...lines: InvoiceLineInput[]): ReturnType<typeof documentOf> {
  return documentOf(buildInput({ lines: lines.map(buildLine) }));
}

function messagesOfLines(...lines: InvoiceLineInput[]): readonly string[] {
  return messagesOf(buildInput({ lines: lines.map(buildLine) }));
}

function linesOfRates(count: number): InvoiceLineInput[] {
  return Array.from({ length: count }, (_, index) => ({ tax_type: 'others', tax_rate: index }));
}

describe('totals', () => {
  it('are strings with two decimals, as the contract defines', () => {
    expect(totalsOf({}).totals).toEqual({
      base: '100.00',
      tax: '21.00',
      total: '121.00',
      withholdings: [],
      reimbursableExpenses: null,
      payable: '121.00',
    });
  });

  it('round each line once, half away from zero, and the tax on their sum once', () => {
    // 3 × 0.335 = 1.005 in each direction; binary floats make it 1.0049999…
    expect(totalsOf({ units: 3, unit_price: 0.335 })).toMatchObject({
      lines: [{ netAmount: '1.01' }],
      groups: [{ base: '1.01', tax: '0.21' }],
    });
    expect(totalsOf({ units: -3, unit_price: 0.335 })).toMatchObject({
      groups: [{ base: '-1.01', tax: '-0.21' }],
    });
    // 10 % of 0.05 is 0.005.
    expect(totalsOf({ unit_price: 0.05, tax_rate: 10 })).toMatchObject({
      groups: [{ base: '0.05', tax: '0.01' }],
    });
  });

  it('sum the rounded lines: three lines of half a cent are three cents, and three of less are zero', () => {
    const [half, third] = [{ unit_price: 0.005 }, { unit_price: 0.003333 }];
    expect(totalsOf(half, half, half).totals).toMatchObject({ base: '0.03' });
    expect(totalsOf(third, third, third).totals).toMatchObject({ base: '0.00', tax: '0.00', total: '0.00' });
  });

  it('compute a withholding from the sum of the rounded lines', () => {
    const half = { unit_price: 0.005, income_tax_withholding_rate: 50 };
    expect(totalsOf(half, half).totals).toMatchObject({
      withholdings: [{ rate: '50', base: '0.02', amount: '0.01' }],
    });
  });

  it('apply discounts exactly', () => {
    const { lines, totals } = totalsOf({ units: 3, unit_price: 9.99, discount_percent: 33.33 });
    // 29.97 × 0.6667
    expect(lines[0]).toMatchObject({ netAmount: '19.98' });
    expect(totals).toMatchObject({ base: '19.98', tax: '4.20', total: '24.18' });
    expect(totalsOf({ discount_percent: 100 }).totals.total).toBe('0.00');
  });

  it('round the net amount of a line half away from zero, and never contain minus zero', () => {
    const nets = totalsOf(
      { unit_price: 0.005 },
      { unit_price: 0.01, units: 0.499999 },
      { unit_price: -0.01, units: 0.5 },
      { unit_price: -0.01, units: 0.499999 },
      { unit_price: 1.5 },
      { unit_price: 7 },
      { unit_price: 1.234567 },
    ).lines.map(({ netAmount }) => netAmount);
    expect(nets).toEqual(['0.01', '0.00', '-0.01', '0.00', '1.50', '7.00', '1.23']);
  });

  it('group lines by tax type, regime, key or exemption, and rate, in order of appearance', () => {
    const { groups, totals } = totalsOf(
      { tax_rate: 10, unit_price: 10 },
      {},
      { tax_rate: 10, unit_price: 5 },
      { tax_type: 'others', tax_rate: 10, unit_price: 1 },
      { tax_regime: '18', tax_rate: 10, unit_price: 2 },
      { tax_operation_key: 'N1', tax_rate: null, unit_price: 3 },
      { tax_exemption_code: 'E1', tax_rate: null, unit_price: 4 },
      { tax_operation_key: 'N1', tax_rate: 0, unit_price: 3 },
    );
    expect(
      groups.map((group) => [
        group.taxType,
        group.regime,
        group.operationKey ?? group.exemptionCode,
        group.rate,
        group.base,
        group.tax,
      ]),
    ).toEqual([
      ['iva', '01', 'S1', '10', '15.00', '1.50'],
      ['iva', '01', 'S1', '21', '100.00', '21.00'],
      ['others', null, 'S1', '10', '1.00', '0.10'],
      ['iva', '18', 'S1', '10', '2.00', '0.20'],
      ['iva', '01', 'N1', null, '6.00', '0.00'],
      ['iva', '01', 'E1', null, '4.00', '0.00'],
    ]);
    expect(totals).toMatchObject({ base: '128.00', tax: '22.80', total: '150.80' });
  });

  it('have at most 12 tax groups', () => {
    expect(messagesOfLines(...linesOfRates(12), ...linesOfRates(12))).toEqual([]);
    expect(messagesOfLines(...linesOfRates(13))).toEqual([
      'Lines make up 13 tax groups, an invoice can have at most 12',
    ]);
  });

  it('must each be below 10^12', () => {
    const LIMIT = [
      'Lines add up to too much: the invoice total, its tax groups and the amount to pay must be below 1000000000000',
    ];
    const untaxed = { tax_rate: 0 };
    expect(messagesOfLines({ unit_price: 999_999_999_999, ...untaxed })).toEqual([]);
    expect(messagesOfLines({ unit_price: 999_999_999_999 })).toEqual(LIMIT);
    expect(messagesOfLines({ unit_price: -999_999_999_999 })).toEqual(LIMIT);
    // The sum rounds up to 10^12.
    const almost = { units: 999_999_999_999, unit_price: 1, ...untaxed };
    expect(messagesOfLines(almost, { unit_price: 0.995, ...untaxed })).toEqual(LIMIT);
    expect(messagesOfLines(almost, { unit_price: 0.994, ...untaxed })).toEqual([]);
    // The total is small, the bases of its groups are not.
    expect(
      messagesOfLines(almost, almost, { ...almost, units: -999_999_999_999, tax_operation_key: 'N1' }),
    ).toEqual(LIMIT);
    expect(
      messagesOf(buildInput({ lines: [buildLine(almost)], total_reimbursable_expenses_amount: 1 })),
    ).toEqual(LIMIT);
  });
});

describe('the amount to pay', () => {
  it('is the total less withholdings, plus reimbursable expenses', () => {
    const lines = [
      buildLine({ unit_price: 1000, income_tax_withholding_rate: 15 }),
      buildLine({ unit_price: 0.125, income_tax_withholding_rate: 15 }),
      buildLine({ unit_price: 50, income_tax_withholding_rate: 7 }),
      buildLine({ unit_price: 10 }),
    ];
    expect(documentOf(buildInput({ lines, total_reimbursable_expenses_amount: 30.5 })).totals).toEqual({
      base: '1060.13',
      tax: '222.63',
      total: '1282.76',
      withholdings: [
        { rate: '15', base: '1000.13', amount: '150.02' },
        { rate: '7', base: '50.00', amount: '3.50' },
      ],
      reimbursableExpenses: '30.50',
      payable: '1159.74',
    });
  });

  it('does not change the total that is registered with AEAT', () => {
    const { totals } = documentOf(
      buildInput({
        lines: [buildLine({ income_tax_withholding_rate: 100 })],
        total_reimbursable_expenses_amount: 500,
      }),
    );
    expect(totals).toMatchObject({ total: '121.00', payable: '521.00' });
  });
});

function simplified(unit_price: number, changes: InvoiceInput = {}): InvoiceInput {
  return buildInput({ ...NOBODY, ...changes, lines: [buildLine({ unit_price, tax_rate: 0 })] });
}

describe('a simplified invoice', () => {
  const OVER =
    'Has unidentified recipient must be true with invoice type F2 and a total over 3010; or name the recipient with invoice type F1';
  it('may have a total of at most 3,010 (AEAT 1150)', () => {
    expect(messagesOf(simplified(3010))).toEqual([]);
    expect(messagesOf(simplified(3010.01))).toEqual([OVER]);
    expect(messagesOf(buildInput({ ...NOBODY, lines: [buildLine({ unit_price: 2500 })] }))).toEqual([OVER]);
  });

  it('may have any total if its recipient is declared unidentified', () => {
    expect(messagesOf(simplified(3010.01, { has_unidentified_recipient: true }))).toEqual([]);
  });

  it('is not checked against the limit if one of its lines is invalid', () => {
    const lines = [buildLine({ unit_price: 5000 }), buildLine({ concept: null })];
    expect(messagesOf(buildInput({ ...NOBODY, lines }))).toEqual(["Line 2: concept can't be blank"]);
  });

  it('has a limit that R5 and F1 do not have', () => {
    expect(messagesOf(simplified(5000, { invoice_type: 'R5', rectified_invoice_id: 1 }))).toEqual([]);
    expect(messagesOf(buildInput({ lines: [buildLine({ unit_price: 5000 })] }))).toEqual([]);
  });
});
