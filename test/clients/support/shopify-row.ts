import type { Cells } from './read-rows.ts';

/** An order with one product as Shopify exports it. */
export const SHOPIFY: Cells = {
  Name: '#7',
  'Financial Status': 'paid',
  'Paid at': '2026-11-18 23:50:00 +0100',
  'Created at': '2026-11-18 23:40:00 +0100',
  Currency: 'EUR',
  Subtotal: '39.90',
  Shipping: '4.00',
  Taxes: '7.62',
  Total: '43.90',
  'Discount Amount': '0.00',
  'Shipping Method': 'Mensajería',
  'Lineitem quantity': '2',
  'Lineitem name': 'Camiseta',
  'Lineitem price': '19.95',
  'Lineitem sku': 'SKU-1',
  'Lineitem requires shipping': 'true',
  'Lineitem taxable': 'true',
  'Billing Name': 'Ana Ejemplo',
  'Billing Country': 'ES',
  'Shipping Country': 'ES',
  'Shipping Zip': "'28013",
  'Refunded Amount': '0.00',
  'Tax 1 Name': 'IVA 21%',
};
