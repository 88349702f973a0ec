import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InvoiceInput, LineInput } from '../../../src/contracts/v2/invoice-input.ts';
import { checkInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { describeInvoice } from '#src/domain/registration/describe-invoice.ts';
import { buildRegistroAlta } from 'verifactu-protocol/records/build-registro-alta';
import { runsOf } from '../../support/long.ts';
import { TODAY } from '../support/inputs.ts';
import { GENERATED_AT, SYSTEM } from '../../../packages/verifactu/test/support/records.ts';
import { buildV2, lineV2 } from '../support/v2-cases.ts';

const CONTEXT = { organizationName: 'Org', today: TODAY } as const;
const check = (changes: InvoiceInput) => checkInvoice(buildV2(changes), CONTEXT);
const findingsOf = (changes: InvoiceInput) => {
  const checked = check(changes);
  return checked.kind === 'refused' ? checked.findings.map(({ field, code }) => `${field} ${code}`) : [];
};
const named = { invoices: [{ number_serie: 'B', issue_date: '2026-11-01' }] };

describe('a margin', () => {
  const KINDS: readonly [kind: InvoiceInput, isBound: boolean][] = [
    [{}, true],
    [{ invoice_type: 'F2', recipients: null, has_unidentified_recipient: true }, true],
    [{ invoice_type: 'F3', replaces: named.invoices }, true],
    [
      {
        invoice_type: 'R1',
        rectification: { ...named, method: 'substitution', reason: 'x', rectified_base: 1, rectified_tax: 1 },
      },
      true,
    ],
    // A rectification of the purchase price alone changes the margin and not the price.
    [{ invoice_type: 'R1', rectification: { ...named, method: 'differences', reason: 'x' } }, false],
  ];
  it('lies between 0 and the amount of its line, with its sign, except in rectifications by differences', () => {
    const euros = fc.oneof(
      fc.constantFrom(0, 0.01),
      fc.integer({ min: -9999, max: 9999 }).map((n) => n / 100),
    );
    fc.assert(
      fc.property(
        euros,
        euros,
        fc.constantFrom('03', '05'),
        fc.constantFrom('iva', 'igic'),
        (price, margin, tax_regime, tax_type) => {
          const tax_rate = tax_type === 'iva' ? 21 : 7;
          const line = lineV2({ unit_price: price, margin, tax_regime, tax_type, tax_rate });
          const isWithin = price < 0 ? margin <= 0 && margin >= price : margin >= 0 && margin <= price;
          for (const [kind, isBound] of KINDS)
            expect(findingsOf({ ...kind, lines: [line] })).toEqual(
              isBound && !isWithin ? ['lines[0].margin out_of_range'] : [],
            );
        },
      ),
      { numRuns: runsOf(300) },
    );
  });

  it('is compared with the amount after the discounts of its line', () => {
    const line = { unit_price: 100, discount_percent: 50, tax_regime: '03' };
    expect(findingsOf({ lines: [lineV2({ ...line, margin: 50 })] })).toEqual([]);
    expect(findingsOf({ lines: [lineV2({ ...line, margin: 50.01 })] })).toEqual([
      'lines[0].margin out_of_range',
    ]);
  });
});

describe('the limit of simplified invoices', () => {
  // A return lowers the total by its price, and what AEAT adds up by its margin alone (1150, 1305).
  it.each([
    [2482.92, []],
    [2482.93, ['has_unidentified_recipient not_allowed']],
  ])('counts bases, taxes and surcharges also if the total is lower: %d', (unit_price, refused) => {
    const returned = lineV2({ unit_price: -1000, margin: -123.45, tax_regime: '03' });
    const lines = [lineV2({ unit_price, equivalence_surcharge_rate: 5.2 }), returned];
    expect(findingsOf({ invoice_type: 'F2', recipients: null, lines })).toEqual(refused);
  });
});

describe('an exchange rate', () => {
  it.each<[currency: string, usual: number[], warned: number[], refused: number[]]>([
    ['USD', [0.62, 0.86, 1.05], [0.5, 1.16, 1.6], [0, 0.01, 6, 86]],
    ['GBP', [1.02, 1.15, 1.5], [0.87, 2], [0.1, 8, 115]],
    ['CHF', [0.94, 1.07], [1.3], [0.1, 94]],
    ['JPY', [0.0055, 0.0105], [0.004, 0.02], [0.61, 162.5]],
    ['PLN', [0.2, 0.23, 0.3], [0.1, 1], [4.27]],
    ['TRY', [0.0001, 0.02, 0.6], [1], [4, 48]],
    ['XOF', [0.001524], [0.002], [0.1, 655.957]],
    // Of other currencies only the highest value is known.
    ['GTQ', [0.11, 2], [8.6], [11]],
  ])(
    'of %s is usual, questioned beyond the values of 20 years, and refused far from them',
    (currency, usual, warned, refused) => {
      const verdictOf = (exchange_rate: number) => {
        const checked = check({ currency, exchange_rate });
        if (checked.kind === 'refused') return checked.findings.map(({ field, code }) => `${field} ${code}`);
        return checked.findWarnings().flatMap(({ field, code }) => (field === 'exchange_rate' ? code : []));
      };
      expect(usual.map(verdictOf)).toEqual(usual.map(() => []));
      expect(warned.map(verdictOf)).toEqual(warned.map(() => ['unusual_exchange_rate']));
      expect(refused.map(verdictOf)).toEqual(refused.map(() => ['exchange_rate out_of_range']));
    },
  );

  it('that fits as the units for one euro is questioned with the rate that it means', () => {
    const checked = check({ currency: 'USD', exchange_rate: '1.16' });
    const [warning] = checked.kind === 'prepared' ? checked.findWarnings() : [];
    expect(warning?.message.en).toContain('if it is the units for one euro, state 0.8621 instead');
  });
});

describe('a currency', () => {
  it.each('BHD IQD JOD KWD LYD OMR TND'.split(' '))('with three decimals is refused: %s', (currency) => {
    expect(findingsOf({ currency, exchange_rate: 1 })).toEqual(['currency not_supported']);
  });

  const YEN = { currency: 'JPY', exchange_rate: '0.006' };
  const untaxed = lineV2({ unit_price: 1000, tax_regime: '02', tax_exemption_code: 'E2', tax_rate: null });
  it.each<[place: string, changes: InvoiceInput]>([
    ['lines[0].unit_price', { lines: [{ ...untaxed, unit_price: '777.42' }] }],
    ['lines[0].unit_price', { lines: [{ ...untaxed, discount_percent: 0.01 }] }],
    ['lines[0].margin', { lines: [lineV2({ tax_regime: '03', margin: 0.5 })] }],
    ['lines[0].cost_base', { lines: [lineV2({ tax_regime: '06', cost_base: 0.5 })] }],
    ['allowances[0].amount', { allowances: [{ reason: 'x', amount: 0.5, tax_rate: 21 }] }],
    ['charges[0].percent', { charges: [{ reason: 'x', percent: 0.5, tax_rate: 21 }] }],
    ['charges[0].amount', { charges: [{ reason: 'x', amount: 0.5, tax_rate: 21 }] }],
    ['total_reimbursable_expenses_amount', { total_reimbursable_expenses_amount: 0.5 }],
    ['prepaid_amount', { prepaid_amount: 0.5 }],
  ])('without decimals has whole amounts: %s', (place, changes) => {
    expect(findingsOf({ ...YEN, ...changes })).toEqual([`${place} too_many_digits`]);
  });

  it('without decimals has whole amounts in line discounts, due dates and totals, and taxes that are rounded to whole units', () => {
    const half = { reason: 'x', amount: 0.5 };
    expect(findingsOf({ ...YEN, lines: [lineV2({ allowances: [half, half] })] })).toEqual([
      'lines[0].allowances[0].amount too_many_digits',
      'lines[0].allowances[1].amount too_many_digits',
    ]);
    const percent = { reason: 'x', percent: 0.5 };
    expect(findingsOf({ ...YEN, lines: [lineV2({ charges: [percent, percent] })] })).toEqual([
      'lines[0].charges[0].percent too_many_digits',
      'lines[0].charges[1].percent too_many_digits',
    ]);
    const due = ['60.5', '60.5'].map((amount) => ({ date: '2026-12-01', amount }));
    expect(findingsOf({ ...YEN, payment: { due } })).toEqual([
      'payment.due[0].amount too_many_digits',
      'payment.due[1].amount too_many_digits',
    ]);
    expect(findingsOf({ ...YEN, total: 121.42 })).toEqual(['total inconsistent']);
    const checked = check({ ...YEN, total: 941, lines: [lineV2({ unit_price: 777 })] });
    const { totals } = checked.kind === 'prepared' ? checked.buildTotals() : { totals: null };
    expect(totals).toMatchObject({ base: '777.00', tax: '163.00', total: '940.00', euro: { tax: '0.98' } });
  });

  it('without decimals has prices with tax only where no tax is charged', () => {
    const included = { ...YEN, prices_include_tax: true };
    expect(findingsOf(included)).toEqual(['prices_include_tax not_allowed']);
    expect(findingsOf({ ...included, lines: [untaxed] })).toEqual([]);
  });
});

describe('every amount of a record', () => {
  it('has at most 12 digits before the decimal point, also after its conversion to euros (AEAT 1100)', () => {
    const huge = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.integer({ min: 1, max: 999 }),
        fc.constantFrom('', '9'.repeat(8), '0'.repeat(9)),
      )
      .map(([sign, head, tail]) => `${sign}${head}${tail}`);
    const taxes = fc.constantFrom<LineInput>(
      { tax_rate: 21, equivalence_surcharge_rate: 5.2 },
      { tax_rate: 10 },
      { tax_regime: '03', tax_rate: 21 },
      { tax_regime: '06', tax_rate: 21 },
      { tax_type: 'oss', tax_country: 'HU', tax_rate: 27 },
      { tax_rate: null, tax_exemption_code: 'E1' },
    );
    const line = fc.tuple(huge, taxes).map(([unit_price, tax]) =>
      lineV2({
        ...tax,
        unit_price,
        ...(tax.tax_regime === '03' && { margin: unit_price }),
        ...(tax.tax_regime === '06' && { cost_base: unit_price }),
      }),
    );
    const currencies = fc.constantFrom<InvoiceInput>(
      {},
      { currency: 'GBP', exchange_rate: '1.5' },
      { currency: 'JPY', exchange_rate: '0.01' },
    );
    let [accepted, refused] = [0, 0];
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), currencies, (lines, currency) => {
        const checked = check({ ...currency, lines });
        if (checked.kind === 'refused') {
          refused += 1;
          const faults = checked.findings.map(({ code, aeatCode }) => [code, aeatCode ?? 1100]);
          return faults.every(([code, aeatCode]) => code === 'out_of_range' && aeatCode === 1100);
        }
        accepted += 1;
        const { document } = checked.build();
        const record = {
          invoice: describeInvoice(document),
          externalReference: '1',
          system: SYSTEM,
          previous: null,
        };
        const { xml } = buildRegistroAlta({ ...record, generatedAt: GENERATED_AT });
        const amounts = xml.match(/(?<=>)-?\d+\.\d\d(?=<)/g) ?? [];
        expect(amounts.length).toBeGreaterThan(2);
        expect(amounts.filter((amount) => !/^-?\d{1,12}\.\d\d$/.test(amount))).toEqual([]);
        return true;
      }),
      { numRuns: runsOf(500) },
    );
    expect(Math.min(accepted, refused)).toBeGreaterThan(runsOf(500) / 10);
  });
});
