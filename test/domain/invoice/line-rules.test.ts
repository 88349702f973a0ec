import { describe, expect, it } from 'vitest';
import type { InvoiceLineInput } from '../../../src/contracts/invoice-input.ts';
import { buildInput, buildLine, documentOf, messagesOf } from '../support/inputs.ts';

type Case = [title: string, changes: InvoiceLineInput, message?: string];

function check(cases: Case[]): void {
  it.each(cases)('%s', (_title, changes, message) => {
    const lines = [buildLine(), buildLine(changes)];
    expect(messagesOf(buildInput({ lines }))).toEqual(message === undefined ? [] : [`Line 2: ${message}`]);
  });
}

describe('the lines of an invoice', () => {
  it.each([null, undefined, []])('must be at least one, not %j', (lines) => {
    const input = buildInput();
    expect(messagesOf({ ...input, lines: lines ?? null })).toEqual(['Lines must contain at least 1 line']);
  });

  it('must be at most 1000', () => {
    const lines = Array.from({ length: 1001 }, () => buildLine({ unit_price: 1 }));
    expect(messagesOf(buildInput({ lines: lines.slice(1) }))).toEqual([]);
    expect(messagesOf(buildInput({ lines }))).toEqual(['Lines cannot contain more than 1000 lines']);
  });

  it('are sorted by position, then in the order of the request, with lines without a position last', () => {
    const positions = [null, 3, -1, 3, null, 0];
    const lines = positions.map((position, index) => buildLine({ position, concept: `line ${index}` }));
    expect(documentOf(buildInput({ lines })).lines.map(({ concept }) => concept)).toEqual([
      'line 2',
      'line 5',
      'line 1',
      'line 3',
      'line 0',
      'line 4',
    ]);
  });

  it('are numbered in messages in the order of the request, not of the positions', () => {
    const lines = [buildLine({ position: 2, concept: null }), buildLine({ position: 1 })];
    expect(messagesOf(buildInput({ lines }))).toEqual(["Line 1: concept can't be blank"]);
  });
});

describe('the texts of a line', () => {
  check([
    ['must include a concept', { concept: null }, "concept can't be blank"],
    ['must include a concept that is not blank', { concept: ' ' }, "concept can't be blank"],
    [
      'may have 1000 characters in the concept and 2000 in the notes',
      { concept: 'é'.repeat(1000), notes: 'é'.repeat(2000) },
    ],
    [
      'must not have 1001 characters: concept',
      { concept: 'x'.repeat(1001) },
      "concept can't be longer than 1000 characters",
    ],
    [
      'must not have 2001 characters: notes',
      { notes: 'x'.repeat(2001) },
      "notes can't be longer than 2000 characters",
    ],
    [
      'must not have line breaks: concept',
      { concept: 'a\nb' },
      "concept can't contain control characters or line breaks",
    ],
    ['may have line breaks: notes', { notes: 'a\nb\r\n\r\nc' }],
    [
      'must not have other control characters: notes',
      { notes: 'a\n\tb' },
      "notes can't contain control characters other than line breaks",
    ],
    ['must be well-formed: concept', { concept: '\udc00' }, 'concept must be well-formed Unicode'],
    ['must be well-formed: notes', { notes: '\udc00' }, 'notes must be well-formed Unicode'],
  ]);

  it('are normalised', () => {
    const lines = [
      buildLine({ concept: ' Cafe\u0301 ', notes: ' \r\n' }),
      buildLine({ notes: '\nCafe\u0301\r\n\nTe\u0301\n' }),
    ];
    expect(documentOf(buildInput({ lines })).lines).toMatchObject([
      { concept: 'Café', notes: null },
      { notes: 'Café\n\nTé' },
    ]);
  });
});

describe('the numbers of a line', () => {
  check([
    ['must include units', { units: null }, "units can't be blank"],
    ['must include a price', { unit_price: null }, "unit price can't be blank"],
    ['may be zero', { units: 0, unit_price: 0 }],
    ['may be negative: units', { units: -1 }],
    ['may be negative: price', { unit_price: -0.5 }],
    ['may have 6 decimals: units', { units: 1.234567 }],
    [
      'must not have more than 6 decimals: units',
      { units: 1.2345678 },
      "units can't have more than 6 decimals",
    ],
    [
      'must not have more than 6 decimals: price',
      { unit_price: 1e-7 },
      "unit price can't have more than 6 decimals",
    ],
    ['may have 12 integer digits', { units: 0.5, unit_price: 999_999_999_999 }],
    [
      'must not have 13 integer digits',
      { units: 0, unit_price: 1e12 },
      "unit price can't have more than 12 digits before the decimal point",
    ],
    [
      'must not have more than 15 significant digits',
      { unit_price: 0.1 + 0.2 },
      "unit price can't have more than 15 significant digits: round it to 6 decimals",
    ],
    [
      'must have a product below 10^12',
      { units: 1_000_000, unit_price: 1_000_000 },
      'unit price times units must be below 1000000000000',
    ],
    [
      'must have a product above -10^12',
      { units: -1_000_000, unit_price: 1_000_000 },
      'unit price times units must be below 1000000000000',
    ],
    ['may include a discount of 100', { discount_percent: 100 }],
    [
      'must not include a discount above 100',
      { discount_percent: 100.01 },
      'discount percent must be between 0 and 100',
    ],
    [
      'must not include a negative discount',
      { discount_percent: -1 },
      'discount percent must be between 0 and 100',
    ],
    [
      'must not include a discount of more than 2 decimals',
      { discount_percent: 12.345 },
      "discount percent can't have more than 2 decimals",
    ],
    ['may include a withholding of 100', { income_tax_withholding_rate: 100 }],
    [
      'must not include a withholding above 100',
      { income_tax_withholding_rate: 101 },
      'income tax withholding rate must be between 0 and 100',
    ],
    [
      'must not include a negative withholding',
      { income_tax_withholding_rate: -15 },
      'income tax withholding rate must be between 0 and 100',
    ],
    [
      'must not include a withholding of more than 2 decimals',
      { income_tax_withholding_rate: 1.005 },
      "income tax withholding rate can't have more than 2 decimals",
    ],
  ]);

  it.each(['03', '05'])(
    'must not include a withholding with regime %s, which states no amount without tax',
    (tax_regime) => {
      const withheld = (income_tax_withholding_rate: number | null) =>
        messagesOf(buildInput({ lines: [buildLine({ tax_regime, income_tax_withholding_rate })] }));
      expect(withheld(15)).toEqual([
        expect.stringMatching(
          `^Line 1: income tax withholding rate can't be given with tax regime ${tax_regime}: .*; leave it out$`,
        ),
      ]);
      expect([withheld(0), withheld(null)]).toEqual([[], []]);
    },
  );

  it('are refused if the literal has more digits than a double can hold', () => {
    const members = [
      'units',
      'unit_price',
      'discount_percent',
      'tax_rate',
      'income_tax_withholding_rate',
    ] as const;
    const inexactNumbers = new Set([
      'total_reimbursable_expenses_amount',
      ...members.map((member) => `lines[1].${member}`),
    ]);
    const lines = [buildLine(), buildLine({ discount_percent: 1, income_tax_withholding_rate: 15 })];
    const input = buildInput({ lines, total_reimbursable_expenses_amount: 1 });
    expect(messagesOf(input, { inexactNumbers })).toEqual([
      "Total reimbursable expenses amount can't have more than 15 significant digits: round it to 2 decimals",
      "Line 2: units can't have more than 15 significant digits: round it to 6 decimals",
      "Line 2: unit price can't have more than 15 significant digits: round it to 6 decimals",
      "Line 2: discount percent can't have more than 15 significant digits: round it to 2 decimals",
      "Line 2: tax rate can't have more than 15 significant digits: round it to 2 decimals",
      "Line 2: income tax withholding rate can't have more than 15 significant digits: round it to 2 decimals",
    ]);
  });

  it('are stored as they were written, with zero as absent or without its sign', () => {
    const lines = [
      buildLine({ units: 1.5, unit_price: -10.25, discount_percent: 7.5, income_tax_withholding_rate: 15 }),
      buildLine({ units: -0, unit_price: 0.000001, discount_percent: -0, income_tax_withholding_rate: 0 }),
    ];
    expect(documentOf(buildInput({ lines })).lines).toMatchObject([
      {
        units: '1.5',
        unitPrice: '-10.25',
        discountPercent: '7.5',
        withholdingRate: '15',
        netAmount: '-14.22',
      },
      { units: '0', unitPrice: '0.000001', discountPercent: null, withholdingRate: null, netAmount: '0.00' },
    ]);
  });
});
