import { sumOf, UNIT } from './amounts.ts';
import type { Shop } from './shop.ts';
import { buildExtra, type OrderLine, OrderFault, type ShopOrder } from './shop-order.ts';
import { groupRows, type ShopRow } from './table.ts';
import { IVA, writeRate } from './tax-rates.ts';

/*
 * The result of a query of Magento's database, which docs/guide.md states, because its own export
 * of orders has no products. Every row has the members of its order and one product; amounts are
 * those of the order's currency. A product with the recargo de equivalencia has the sum of both
 * rates.
 */

export const magento: Shop = {
  columns: [
    'order',
    'state',
    'date (UTC)',
    'currency',
    'total',
    'paid',
    'refunded',
    'shipping',
    'shipping_tax',
    'shipping_percent',
    'company',
    'name',
    'document',
    'country',
    'delivery_postcode',
    'delivery_country',
    'product',
    'quantity',
    'product_total',
    'product_paid',
    'product_tax',
    'product_refunded',
    'tax_percent',
    'is_virtual',
  ],
  // Amounts and codes of the order; the members of the invoice are derived from them.
  foreign: ['currency', 'total', 'paid'],
  group: (rows) => groupRows(rows, (row) => row.text('order')),
  noun: 'order',
  numberOf: ([head]) => head!.text('order'),
  whyLeftOut([head]) {
    if (head!.text('state') === 'canceled') return 'it is canceled';
    return head!.amount('paid') < head!.amount('total') ? 'it is not paid' : null;
  },
  readOrder,
};

function readOrder(rows: readonly ShopRow[]): ShopOrder {
  const head = rows[0]!;
  const lines = [...rows.map(readProduct), ...readShipping(head)];
  const total = head.amount('total');
  if (Math.abs(sumOf(lines, ({ gross, discount }) => gross - discount) - total) > UNIT / 50)
    throw new OrderFault(
      'its products and shipping do not add up to its total, for example because of a gift card or a fee: invoice this order with a file of your own',
    );
  return {
    row: head.row,
    number: head.text('order'),
    date: head.date('date (UTC)'),
    currency: head.text('currency'),
    includesTax: true,
    lines,
    discount: 0,
    discountReason: 'Descuento',
    taxes: sumOf(lines, ({ tax }) => tax ?? 0),
    taxNames: [
      ...new Set(
        [head.amount('shipping_percent'), ...rows.map((row) => row.amount('tax_percent'))].flatMap(nameRates),
      ),
    ],
    taxAmounts: null,
    total,
    refunded: head.amount('refunded'),
    buyer: {
      name: head.text('company') || head.text('name'),
      isCompany: head.text('company') !== '',
      document: head.text('document'),
      address: head.text('address'),
      postalCode: head.text('postcode'),
      city: head.text('city'),
      country: head.text('country'),
    },
    notes: [head.text('company'), head.text('address')],
    destination: { country: head.text('delivery_country'), postalCode: head.text('delivery_postcode') },
    members: head.members(false),
  };
}

/** Names the rates of a product or of the shipping: 26.2 is IVA at 21 % with its surcharge. */
function nameRates(amount: number): string[] {
  const percent = Math.round((amount * 100) / UNIT);
  if (percent === 0) return [];
  const both = IVA.find(({ rate, surcharge }) => surcharge > 0 && rate + surcharge === percent);
  const rates = both ? [both.rate, both.surcharge] : [percent];
  return rates.map((rate) => `${writeRate(rate)} %`);
}

function readProduct(row: ShopRow): OrderLine {
  const gross = row.amount('product_total');
  const tax = row.amount('product_tax');
  return {
    row: row.row,
    kind: 'product',
    concept: row.text('product'),
    itemCode: row.text('sku') || null,
    units: row.amount('quantity') / UNIT,
    gross,
    discount: gross - row.amount('product_paid'),
    tax,
    isTaxable: tax !== 0,
    isGoods: row.text('is_virtual') === '0',
    refunded: row.amount('product_refunded'),
    members: row.members(true),
  };
}

function readShipping(head: ShopRow): OrderLine[] {
  const gross = head.amount('shipping');
  if (gross === 0) return [];
  return [
    buildExtra({
      row: head.row,
      kind: 'shipping',
      concept: 'Gastos de envío',
      gross,
      tax: head.amount('shipping_tax'),
    }),
  ];
}
