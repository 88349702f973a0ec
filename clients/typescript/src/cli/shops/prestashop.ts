import { sumOf, UNIT } from './amounts.ts';
import type { Shop } from './shop.ts';
import { buildExtra, type OrderLine, OrderFault, type ShopOrder } from './shop-order.ts';
import { groupRows, type ShopRow } from './table.ts';

/*
 * The result of a query of PrestaShop's SQL Manager, which docs/guide.md states. Every row has the
 * members of its order and one product with one of its taxes: a product with the recargo de
 * equivalencia has two rows. What was paid back is that of the credit slips of the order.
 */

export const prestashop: Shop = {
  columns: [
    'id_order',
    'reference',
    'paid',
    'date',
    'currency',
    'total',
    'shipping',
    'shipping_net',
    'shipping_rate',
    'wrapping',
    'wrapping_net',
    'discount',
    'refunded',
    'company',
    'name',
    'document',
    'country',
    'delivery_postcode',
    'delivery_country',
    'id_order_detail',
    'product',
    'quantity',
    'product_total',
    'product_net',
    'product_refunded',
    'is_virtual',
    'tax_rate',
  ],
  // Amounts and codes of the order; the members of the invoice are derived from them.
  foreign: ['paid', 'currency', 'total'],
  group: (rows) => groupRows(rows, (row) => row.text('id_order')),
  noun: 'order',
  numberOf: ([head]) => head!.text('reference'),
  whyLeftOut: ([head]) => (head!.text('paid') === '1' ? null : 'it is not paid'),
  readOrder,
};

function readOrder(rows: readonly ShopRow[]): ShopOrder {
  const head = rows[0]!;
  const products = groupRows(rows, (row) => row.text('id_order_detail')).map((own) => own[0]!);
  const discount = head.amount('discount');
  // The taxes of the rows do not know the discount of the order.
  const paid = 1 - discount / (sumOf(products, (row) => row.amount('product_total')) || 1);
  const lines = [
    ...products.map((row) => readProduct(row, paid)),
    ...readExtra(head, 'shipping', 'Gastos de envío'),
    ...readExtra(head, 'wrapping', 'Envoltorio'),
  ];
  const stated = [...rows.map((row) => row.text('tax_rate')), head.text('shipping_rate')];
  const rates = [...new Set(stated.map(Number))].filter((rate) => rate > 0);
  const total = head.amount('total');
  const due = sumOf(lines, ({ gross }) => gross) - discount;
  if (Math.abs(due - total) > UNIT / 50)
    throw new OrderFault(
      'its products, shipping and wrapping less its discount do not add up to its total: invoice this order with a file of your own',
    );
  return {
    row: head.row,
    number: head.text('reference'),
    date: head.date('date'),
    currency: head.text('currency'),
    includesTax: true,
    lines,
    discount,
    discountReason: 'Descuento',
    taxes: sumOf(lines, ({ tax }) => tax ?? 0),
    taxNames: rates.map((rate) => `${rate} %`),
    taxAmounts: null,
    total,
    refunded: head.amount('refunded'),
    buyer: {
      name: head.text('company') || head.text('name'),
      isCompany: head.text('company') !== '',
      document: head.text('document'),
      address: `${head.text('address')} ${head.text('address2')}`.trim(),
      postalCode: head.text('postcode'),
      city: head.text('city'),
      country: head.text('country'),
    },
    notes: ['company', 'address', 'address2'].map((column) => head.text(column)),
    destination: { country: head.text('delivery_country'), postalCode: head.text('delivery_postcode') },
    members: head.members(false),
  };
}

/** @param paid the share of its price that the order pays. */
function readProduct(row: ShopRow, paid: number): OrderLine {
  const gross = row.amount('product_total');
  const tax = Math.round((gross - row.amount('product_net')) * paid);
  return {
    row: row.row,
    kind: 'product',
    concept: row.text('product'),
    itemCode: row.text('product_reference') || null,
    units: row.amount('quantity') / UNIT,
    gross,
    discount: 0,
    tax,
    isTaxable: tax !== 0,
    // Unknown once the product was removed from the shop.
    isGoods: row.text('is_virtual') === '' ? null : row.text('is_virtual') === '0',
    refunded: row.amount('product_refunded'),
    members: row.members(true),
  };
}

function readExtra(head: ShopRow, column: 'shipping' | 'wrapping', concept: string): OrderLine[] {
  const gross = head.amount(column);
  if (gross === 0) return [];
  const tax = gross - head.amount(`${column}_net`);
  const kind = column === 'shipping' ? 'shipping' : 'fee';
  return [buildExtra({ row: head.row, kind, concept, gross, tax })];
}
