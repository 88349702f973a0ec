import { describe, expect, it } from 'vitest';
import { readRows as read } from '../support/read-rows.ts';
import { SHOPIFY } from '../support/shopify-row.ts';

describe('an order of Shopify with two taxes', () => {
  const taxes = {
    'Tax 1 Name': 'ES IVA 10%',
    'Tax 1 Value': '3.63',
    'Tax 2 Name': 'ES IVA 21%',
    'Tax 2 Value': '0.69',
  };

  it('gives its shipping another rate than its products, as the amounts of the taxes say', async () => {
    const { invoices } = await read('shopify', [{ ...SHOPIFY, ...taxes, Taxes: '4.32' }]);
    expect(invoices[0]!.lines).toMatchObject([{ tax_rate: '10' }, { tax_rate: '21' }]);
  });

  it('is refused if their amounts do not say which row has which', async () => {
    const row = { ...SHOPIFY, ...taxes, 'Tax 1 Value': '3.00', 'Tax 2 Value': '1.32', Taxes: '4.32' };
    await expect(read('shopify', [row])).rejects.toThrow('the export does not say which row has which');
  });
});

describe('the day of a payment', () => {
  it.each([
    ['2026-11-18 23:30:00 -0500', '2026-11-19'],
    ['2026-11-18 23:30:00 +0000', '2026-11-19'],
    ['2026-11-18 00:30:00 +0200', '2026-11-17'],
    ['2026-11-18 23:30:00 +0100', '2026-11-18'],
    ['2026-11-18 23:30:00', '2026-11-18'],
    ['2026-07-18 22:30:00 UTC', '2026-07-19'],
    ['2026-07-18T22:30:00Z', '2026-07-19'],
  ])('%s is %s in Spain', async (time, day) => {
    const { invoices } = await read('shopify', [{ ...SHOPIFY, 'Paid at': time }]);
    expect(invoices[0]!.operation_date).toBe(day);
  });

  it('is refused if its zone is unknown', async () => {
    const row = { ...SHOPIFY, 'Paid at': '2026-11-18 23:30:00 CEST' };
    await expect(read('shopify', [row])).rejects.toThrow('"CEST" is not a time zone');
  });
});

describe('the buyer of an order of Shopify', () => {
  it('is identified by an attribute of the order', async () => {
    const row = { ...SHOPIFY, 'Note Attributes': 'regalo: no\nNIF: A-12345674' };
    expect((await read('shopify', [row])).invoices[0]).toMatchObject({
      invoice_type: 'F1',
      recipient_document_number: 'A12345674',
    });
  });
});

it('an order that is refused takes no number, so the series has no gap', async () => {
  const order = (name: string, changes = {}) => ({ ...SHOPIFY, Name: name, ...changes });
  // Its invoice takes a number before its rectification is refused.
  const refused = order('#2', {
    'Financial Status': 'partially_refunded',
    'Refunded Amount': '5.00',
    Taxes: '7.62',
  });
  const rows = [order('#1'), refused, order('#3')];
  const { invoices } = await read('shopify', rows, { series: { F2: 'T-001' } }, [], 1);
  expect(invoices.map((one) => [one.external_invoice_id, one.number_serie])).toEqual([
    ['1', 'T-001'],
    ['3', 'T-002'],
  ]);
});
