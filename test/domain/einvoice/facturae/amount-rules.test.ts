import { describe, expect, it } from 'vitest';
import { writeFacturae } from '../../../../src/domain/einvoice/facturae/write-facturae.ts';
import {
  buildAllowance,
  buildDocument,
  buildLine,
  buildProfile,
} from '../../../render/support/build-invoice.ts';
import { findBrokenRules } from '../../support/facturae-rules.ts';

const INVOICE = writeFacturae(
  buildDocument({
    paymentMethod: 'cash',
    lines: [
      buildLine({ discountPercent: '10', withholdingRate: '15', surchargeRate: '5.2' }),
      buildLine({ rate: '10' }),
    ],
    allowances: [buildAllowance(), buildAllowance({ isCharge: true, rate: '10' })],
    totals: { reimbursableExpenses: '50.00', prepaid: '6.00' },
  }),
  buildProfile(),
);

/** The taxes of lines are for information only, so no rule adds them up. */
const CHECKED = INVOICE.replace(/<Items>.*<\/Items>/, (lines) =>
  lines.replaceAll(/<(TaxesOutputs|TaxesWithheld)>.*?<\/\1>/g, (taxes) => taxes.replaceAll(/[0-9]/g, '#')),
);
/** The base of a withholding is part of no sum. */
const UNCHECKED = CHECKED.replace(/<TaxesWithheld>.*?<TaxableBase>.*?<\/TaxableBase>/, (taxes) =>
  taxes.replaceAll(/[0-9]/g, '#'),
);
const AMOUNTS = [
  ...UNCHECKED.matchAll(/<([A-Za-z]*(?:Amount|Total|Cost|Taxes|Outputs|Withheld)[A-Za-z]*)>(-?\d+\.\d\d)</g),
];

describe('the rules of amounts, with which the tests check written documents', () => {
  it('accept a document that follows them', () => {
    expect(findBrokenRules(INVOICE)).toEqual([]);
    expect(AMOUNTS.length).toBeGreaterThan(30);
  });

  it.each(AMOUNTS.map(({ 1: name, 2: amount, index }) => [name!, amount!, index] as const))(
    'refuse another amount than the sum: %s %s',
    (name, amount, index) => {
      const at = index + name.length + 2;
      const other = (Number(amount) + 0.01).toFixed(2);
      const changed = INVOICE.slice(0, at) + other + INVOICE.slice(at + amount.length);
      expect(findBrokenRules(changed)).not.toEqual([]);
    },
  );

  it('refuse more than two decimals, empty elements and negative zeros', () => {
    const change = (text: string): string[] => findBrokenRules(INVOICE.replace('<GrossAmount>90.00<', text));
    expect(change('<GrossAmount>90.000<')).toEqual(['6.a: GrossAmount is 90.000']);
    expect(change('<GrossAmount>90.00</GrossAmount><Empty></Empty><GrossAmount>0.00<')).toContain(
      'Empty is empty',
    );
    expect(change('<GrossAmount>90.00</GrossAmount><GrossAmount>-0.00<')).toContain(
      'GrossAmount is negative zero',
    );
  });
});
