import { CENT } from './amounts.ts';
import { isInUnion } from './places.ts';
import type { Shop } from './shop.ts';
import { OrderFault, type ShopOrder } from './shop-order.ts';
import { groupRows, type ShopRow } from './table.ts';

/*
 * The export of Stripe (Billing, Invoices, Export): a row for each invoice, without its lines.
 * Times are in UTC. Total contains the tax, after all discounts. `Tax Percent` is empty where
 * Stripe Tax or the tax rates of lines are used.
 */

const LEFT_OUT: readonly string[] = ['draft', 'void', 'uncollectible', 'deleted'];

export const stripe: Shop = {
  columns: ['id', 'Number', 'Date (UTC)', 'Currency', 'Subtotal', 'Tax', 'Total', 'Status'],
  foreign: [],
  group: (rows) => groupRows(rows, (row) => row.text('id')),
  noun: 'invoice',
  numberOf: ([head]) => head!.text('Number') || head!.text('id'),
  whyLeftOut([head]) {
    const status = head!.text('Status').toLowerCase();
    if (status === 'paid') return null;
    if (LEFT_OUT.includes(status)) return `its status is ${status}`;
    throw new OrderFault(
      `its Status is ${JSON.stringify(status)}, so the export does not say whether it is paid: leave such invoices out with "skip": {"Status": [${JSON.stringify(status)}]} in the map`,
    );
  },
  readOrder: ([row]) => readInvoice(row!),
};

function readInvoice(row: ShopRow): ShopOrder {
  const [total, tax] = [row.amount('Total'), row.amount('Tax')];
  const country = row.text('Customer Address Country').toUpperCase();
  if (country === '')
    throw new OrderFault(
      'the export does not state the country of the customer, which decides the tax: export all columns, or write it into a column "Customer Address Country", such as ES',
    );
  const percent = row.text('Tax Percent') || (isInUnion(country) ? findPercent(total, tax) : '');
  return {
    row: row.row,
    number: row.text('Number') || row.text('id'),
    date: row.date(row.text('Paid At (UTC)') === '' ? 'Date (UTC)' : 'Paid At (UTC)'),
    currency: row.text('Currency').toUpperCase(),
    includesTax: true,
    lines: [
      {
        row: row.row,
        kind: 'product',
        concept: row.text('Description') || 'Suscripción',
        itemCode: null,
        units: 1,
        gross: total,
        discount: 0,
        tax,
        isTaxable: tax !== 0,
        // The export does not say what is sold; services are sold where the buyer is.
        isGoods: false,
        refunded: null,
        members: row.members(true),
      },
    ],
    discount: 0,
    discountReason: 'Descuento',
    taxes: tax,
    taxNames: percent === '' ? [] : [`${percent} %`],
    taxAmounts: null,
    total,
    refunded: row.amount('Amount Refunded'),
    buyer: {
      name: row.text('Customer Name') || row.text('Customer Email'),
      isCompany: false,
      document: row.text('Customer Tax ID') || row.text('Customer VAT'),
      address: `${row.text('Customer Address Line1')} ${row.text('Customer Address Line2')}`.trim(),
      postalCode: row.text('Customer Address Postal Code'),
      city: row.text('Customer Address City'),
      country,
    },
    notes: [row.text('Customer Name'), row.text('Customer Address Line2')],
    destination: { country, postalCode: row.text('Customer Address Postal Code') },
    members: row.members(false),
  };
}

/** The rates of member states are multiples of half a per cent, with few exceptions, up to 27. */
const HALVES = Array.from({ length: 54 }, (_none, index) => (index + 1) / 2);

/**
 * Returns the only rate in per cent from which the tax of an invoice follows; empty if there are
 * several or none.
 */
function findPercent(total: number, tax: number): string {
  const net = total - tax;
  const fitting = HALVES.filter((percent) => Math.abs((net * percent) / 100 - tax) <= CENT);
  return fitting.length === 1 ? String(fitting[0]) : '';
}
