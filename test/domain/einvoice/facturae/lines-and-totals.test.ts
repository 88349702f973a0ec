import { describe, expect, it } from 'vitest';
import { prepareInvoice } from '../../../../src/domain/invoice/prepare-invoice.ts';
import { writeFacturae } from '../../../../src/domain/einvoice/facturae/write-facturae.ts';
import {
  buildAllowance,
  buildDocument,
  buildLine,
  buildProfile,
} from '../../../render/support/build-invoice.ts';
import { completeForFacturae } from '../../support/facturae-documents.ts';
import { findBrokenRules, textAt, textsAt } from '../../support/facturae-rules.ts';
import { TODAY } from '../../support/inputs.ts';
import { buildV2, lineV2 } from '../../support/v2-cases.ts';

type Changes = Parameters<typeof buildDocument>[0];

function write(changes: Changes): string {
  const xml = writeFacturae(buildDocument(changes), buildProfile());
  expect(findBrokenRules(xml)).toEqual([]);
  return xml;
}

function issue(changes: Parameters<typeof buildV2>[0]): string {
  const preparation = prepareInvoice(buildV2(changes), { organizationName: 'O', today: TODAY });
  if (preparation.kind === 'refused') throw new Error(JSON.stringify(preparation.findings));
  const xml = writeFacturae(completeForFacturae(preparation.invoice.document), buildProfile());
  expect(findBrokenRules(xml)).toEqual([]);
  return xml;
}

describe('a line', () => {
  it('has its discount with a reason and a rate, and its allowances', () => {
    const line = buildLine({
      units: '3',
      unitPrice: '33.335',
      discountPercent: '12.5',
      netAmount: '80.00',
      allowances: [{ reason: 'Palés', percent: null, amount: '7.51' }],
    });
    const xml = write({ lines: [line] });
    expect(textAt(xml, '//TotalCost')).toBe('100.01');
    expect(textsAt(xml, '//DiscountReason')).toEqual(['Descuento', 'Palés']);
    expect(textAt(xml, '//DiscountRate')).toBe('12.50');
    expect(textsAt(xml, '//DiscountAmount')).toEqual(['12.50', '7.51']);
    expect(textAt(xml, '//GrossAmount')).toBe('80.00');
  });

  it('of prices with tax has a price without tax whose product is exactly its share of the base', () => {
    const xml = issue({
      prices_include_tax: true,
      lines: [lineV2({ units: 3, unit_price: '9.99' }), lineV2({ units: 7, unit_price: '0.35' })],
    });
    expect(textAt(xml, '//InvoiceTotal')).toBe('32.42');
    expect(textsAt(xml, '//InvoiceLine/Charges')).toEqual([]);
    expect(textsAt(xml, '//InvoiceLine/DiscountsAndRebates')).toEqual([]);
  });

  it('of a price with tax has the tax that its group has, to the cent', () => {
    const xml = issue({ prices_include_tax: true, lines: [lineV2({ unit_price: 100 })] });
    for (const place of ['//InvoiceLine', '//Invoice']) {
      expect(textAt(xml, `${place}/TaxesOutputs/Tax/TaxableBase/TotalAmount`)).toBe('82.64');
      expect(textAt(xml, `${place}/TaxesOutputs/Tax/TaxAmount/TotalAmount`)).toBe('17.36');
    }
  });

  it.each([
    ['12.34', 'Charges/Charge/ChargeAmount', '0.01'],
    ['12.32', 'DiscountsAndRebates/Discount/DiscountAmount', '0.01'],
  ])(
    'whose price has not enough decimals for its net amount %s states a rounding',
    (netAmount, path, amount) => {
      const units = '12330000.000001';
      const xml = write({ lines: [buildLine({ units, unitPrice: '0.000001', netAmount })] });
      expect(textAt(xml, `//InvoiceLine/${path}`)).toBe(amount);
      expect(textAt(xml, `//InvoiceLine/${path.replace('Amount', 'Reason')}`)).toBe('Redondeo');
    },
  );

  it('states in its information what has no element or does not fit', () => {
    const xml = write({
      lines: [
        buildLine({
          notes: 'Nota',
          unitCode: 'MON',
          itemCode: 'x'.repeat(21),
          buyerItemCode: 'B-1',
          gtin: '8412345678905',
          orderLineReference: '4-a',
          period: { start: '2026-10-01', end: null },
        }),
        buildLine({
          unitCode: 'HUR',
          itemCode: 'x'.repeat(20),
          orderLineReference: '4',
          period: { start: '2026-10-01', end: '2026-10-31' },
        }),
      ],
    });
    expect(textsAt(xml, '//AdditionalLineItemInformation')).toEqual([
      `Nota\nCódigo de artículo: ${'x'.repeat(21)}.\nCódigo de artículo del comprador: B-1.\nGTIN: 8412345678905.\nLínea de pedido: 4-a.\nUnidad de medida (UN/ECE 20 o 21): MON.\nPeriodo: desde 01/10/2026.`,
    ]);
    expect(textsAt(xml, '//UnitOfMeasure')).toEqual(['05', '02']);
    expect(textsAt(xml, '//ArticleCode')).toEqual(['x'.repeat(20)]);
    expect(textsAt(xml, '//SequenceNumber')).toEqual(['4']);
    expect(textsAt(xml, '//LineItemPeriod/EndDate')).toEqual(['2026-10-31']);
  });
});

describe('the totals of an invoice', () => {
  it('contain its allowances and charges with their reasons', () => {
    const xml = write({
      allowances: [
        buildAllowance({ reason: 'Pronto pago', percent: '10' }),
        buildAllowance({ reason: 'Portes', isCharge: true, amount: '5.00' }),
      ],
    });
    expect(textAt(xml, '//GeneralDiscounts/Discount/DiscountReason')).toBe('Pronto pago (10 %)');
    expect(textAt(xml, '//TotalGeneralDiscounts')).toBe('10.00');
    expect(textAt(xml, '//GeneralSurcharges/Charge/ChargeReason')).toBe('Portes');
    expect(textAt(xml, '//TotalGeneralSurcharges')).toBe('5.00');
    expect(textAt(xml, '//TotalGrossAmountBeforeTaxes')).toBe('95.00');
  });

  it('are the amount to pay after withholdings, deposits and suplidos', () => {
    const xml = write({
      lines: [buildLine({ withholdingRate: '15' })],
      totals: { reimbursableExpenses: '50.00', prepaid: '6.00' },
    });
    const read = (name: string): string | null => textAt(xml, `//InvoiceTotals/${name}`);
    expect(read('InvoiceTotal')).toBe('106.00');
    expect(read('TotalPaymentsOnAccount')).toBe('6.00');
    expect(read('TotalOutstandingAmount')).toBe('100.00');
    expect(read('TotalReimbursableExpenses')).toBe('50.00');
    expect(read('TotalExecutableAmount')).toBe('150.00');
  });

  it('leave nothing to pay of a paid invoice', () => {
    const xml = write({ paid: true, paymentMethod: 'credit_card', totals: { prepaid: '21.00' } });
    expect(textsAt(xml, '//PaymentOnAccountAmount')).toEqual(['21.00', '100.00']);
    expect(textsAt(xml, '//PaymentOnAccountDate')).toEqual(['2026-11-20', '2026-11-20']);
    expect(textAt(xml, '//InvoiceTotals/TotalExecutableAmount')).toBe('0.00');
    expect(textsAt(xml, '//PaymentDetails')).toEqual([]);
    expect(textAt(xml, '//InvoiceAdditionalInformation')).toContain('Factura pagada: Tarjeta de crédito.');
  });
});
