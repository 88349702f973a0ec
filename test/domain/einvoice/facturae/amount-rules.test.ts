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

/**
 * Allowances and charges of the whole invoice belong to no line, so the taxes of these lines are
 * not added up.
 */
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

  it.each<[rule: string, what: string, from: string | RegExp, to: string]>([
    ['6.a', 'a cost that is not quantity × price', '<TotalCost>100.00<', '<TotalCost>100.01<'],
    [
      '6.a',
      'a gross amount that is not the cost less discounts',
      '<GrossAmount>90.00<',
      '<GrossAmount>90.01<',
    ],
    ['6.a', 'an amount of a line with three decimals', '<GrossAmount>90.00<', '<GrossAmount>90.000<'],
    ['6.b', 'a total with three decimals', /<TotalTaxOutputs>([^<]*)</, '<TotalTaxOutputs>$10<'],
    [
      '6.b',
      'a total gross amount that is not the sum of the lines',
      /<TotalGrossAmount>[^<]*</,
      '<TotalGrossAmount>190.01<',
    ],
    ['6.c', 'a code that is no currency', /<InvoiceCurrencyCode>EUR</g, '<InvoiceCurrencyCode>RMB<'],
    ['6.c', 'two currencies', '<InvoiceCurrencyCode>EUR<', '<InvoiceCurrencyCode>USD<'],
    ['6.d', 'a negative withholding of a positive amount', '<TotalTaxesWithheld>', '<TotalTaxesWithheld>-'],
    [
      '6.e',
      'an amount before taxes that is not the gross amount less discounts and plus charges',
      /<TotalGrossAmountBeforeTaxes>[^<]*</,
      '<TotalGrossAmountBeforeTaxes>190.01<',
    ],
    ['6.f', 'a total that does not deduct withholdings', /<InvoiceTotal>[^<]*</, '<InvoiceTotal>230.18<'],
  ])('refuse what breaks rule %s of the Orden HAP/1650/2015: %s', (rule, _what, from, to) => {
    const changed = INVOICE.replace(from, to);
    expect(changed).not.toBe(INVOICE);
    expect(findBrokenRules(changed).map((broken) => broken.split(':')[0])).toContain(rule);
  });

  it.each(['TaxableBase', 'TaxAmount', 'EquivalenceSurchargeAmount'])(
    'refuse lines whose %s does not add up to that of the invoice',
    (element) => {
      const lines = [buildLine({ surchargeRate: '5.2', withholdingRate: '15' }), buildLine()];
      const xml = writeFacturae(buildDocument({ lines }), buildProfile());
      expect(findBrokenRules(xml)).toEqual([]);
      const items = xml.indexOf('<Items>');
      const amount = new RegExp(`(<TaxesOutputs>.*?<${element}><TotalAmount>)[^<]*`, 's');
      const changed = xml.slice(0, items) + xml.slice(items).replace(amount, '$10.01');
      expect(findBrokenRules(changed).map((broken) => broken.split(',')[0])).toEqual([
        'TaxesOutputs of the lines',
      ]);
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
