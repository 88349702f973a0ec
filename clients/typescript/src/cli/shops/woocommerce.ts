import { sumOf, toCents, UNIT } from './amounts.ts';
import type { Shop } from './shop.ts';
import { buildExtra, type OrderLine, OrderFault, type ShopOrder } from './shop-order.ts';
import { groupRows, type ShopRow } from './table.ts';

/*
 * The export of the extension "Customer / Order / Coupon Export" of WooCommerce in its format "CSV
 * – one row per item". Every row has the members of its order and one product. Amounts are without
 * tax, beside their tax, so the price that the customer paid is their sum.
 */

const PAID: readonly string[] = ['processing', 'completed', 'refunded'];
/** The columns in which extensions of the shop write the document of the buyer. */
const DOCUMENTS = [
  'vat_number',
  'billing_vat_number',
  'billing_eu_vat_number',
  ...['nif', 'cif', 'nie', 'dni', 'vat'].flatMap((name) => [
    `billing_${name}`,
    `meta:billing_${name}`,
    `meta:_billing_${name}`,
  ]),
];
const NEVER_PAID: readonly string[] = ['cancelled', 'failed', 'checkout-draft', 'trash'];

export const woocommerce: Shop = {
  columns: [
    'order_id',
    'status',
    'shipping_total',
    'shipping_tax_total',
    'fee_total',
    'fee_tax_total',
    'tax_total',
    'order_total',
    'refunded_total',
    'order_currency',
    'shipping_method',
    'billing_country',
    'shipping_country',
    'item_name',
    'item_quantity',
    'item_subtotal',
    'item_subtotal_tax',
    'item_total',
    'item_total_tax',
    'item_refunded',
    'tax_items',
  ],
  // The name of the shop's own payment gateway.
  foreign: ['payment_method'],
  group: (rows) => groupRows(rows, (row) => row.text('order_id')),
  noun: 'order',
  numberOf: ([head]) => readNumber(head!),
  whyLeftOut([head]) {
    const status = head!.text('status').toLowerCase();
    if (PAID.includes(status)) return null;
    if (NEVER_PAID.includes(status)) return `its status is ${status}`;
    throw new OrderFault(
      `its status is ${JSON.stringify(status)}, so the export does not say whether it is to be invoiced: ` +
        `leave such orders out with "skip": {"status": [${JSON.stringify(status)}]} in the map`,
    );
  },
  readOrder,
};

const readNumber = (row: ShopRow) =>
  row.text('order_number_formatted') || row.text('order_number') || row.text('order_id');

function readOrder(rows: readonly ShopRow[]): ShopOrder {
  const head = rows[0]!;
  const isShipped = head.text('shipping_method') !== '';
  const lines = [
    ...rows.map((row) => readProduct(row, isShipped)),
    ...readExtra(head, 'shipping', head.text('shipping_method') || 'Gastos de envío'),
    ...readExtra(head, 'fee', 'Recargo del pedido'),
  ];
  const hasDestination = head.text('shipping_country') !== '';
  const place = hasDestination ? 'shipping' : 'billing';
  return {
    row: head.row,
    number: readNumber(head).replace(/^#/, ''),
    date: head.date(head.text('order_date') === '' ? 'date' : 'order_date'),
    currency: head.text('order_currency'),
    includesTax: true,
    lines,
    discount: 0,
    discountReason: 'Descuento',
    taxes: sumOf(lines, ({ tax }) => tax ?? 0),
    taxNames: readTaxNames(head.text('tax_items')),
    taxAmounts: null,
    total: head.amount('order_total'),
    refunded: Math.abs(head.amount('refunded_total')),
    buyer: {
      name:
        head.text('billing_company') ||
        `${head.text('billing_first_name')} ${head.text('billing_last_name')}`.trim(),
      isCompany: head.text('billing_company') !== '',
      document: DOCUMENTS.map((column) => head.text(column)).find((number) => number !== '') ?? '',
      address: `${head.text('billing_address_1')} ${head.text('billing_address_2')}`.trim(),
      postalCode: head.text('billing_postcode'),
      city: head.text('billing_city'),
      country: head.text('billing_country'),
    },
    destination: { country: head.text(`${place}_country`), postalCode: head.text(`${place}_postcode`) },
    notes: ['customer_note', 'billing_company', 'billing_address_2'].map((column) => head.text(column)),
    members: head.members(false),
  };
}

function readProduct(row: ShopRow, isShipped: boolean): OrderLine {
  const [net, tax] = [row.amount('item_total'), row.amount('item_total_tax')];
  const gross = row.amount('item_subtotal') + row.amount('item_subtotal_tax');
  const refunded = Math.abs(row.amount('item_refunded'));
  return {
    row: row.row,
    kind: 'product',
    concept: row.text('item_name'),
    itemCode: row.text('item_sku') || null,
    units: row.amount('item_quantity') / UNIT,
    gross,
    discount: gross - net - tax,
    tax,
    isTaxable: tax !== 0 || net === 0,
    isGoods: isShipped,
    // Without tax, in proportion to the price.
    refunded: net === 0 ? 0 : toCents((refunded * (net + tax)) / net),
    members: row.members(true),
  };
}

function readExtra(head: ShopRow, kind: 'shipping' | 'fee', concept: string): OrderLine[] {
  const tax = head.amount(`${kind}_tax_total`);
  const gross = toCents(head.amount(`${kind}_total`) + tax);
  if (gross === 0) return [];
  return [buildExtra({ row: head.row, kind, concept, gross, tax })];
}

/**
 * Reads the codes and titles of the taxes, which are written as
 * `id:5|rate_id:1|code:ES-IVA-1|title:IVA|total:7.62`, divided by semicolons.
 */
function readTaxNames(text: string): string[] {
  return text.split(';').flatMap((item) => {
    const parts = item.split('|').filter((part) => part.startsWith('code:') || part.startsWith('title:'));
    return parts.length === 0 ? [] : [parts.map((part) => part.slice(part.indexOf(':') + 1)).join(' ')];
  });
}
