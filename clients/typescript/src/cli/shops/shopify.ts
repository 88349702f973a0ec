import { sumOf, UNIT } from './amounts.ts';
import type { Shop } from './shop.ts';
import { buildExtra, type OrderLine, OrderFault, type ShopOrder } from './shop-order.ts';
import { groupRows, type ShopRow } from './table.ts';

/*
 * The export of Shopify (Orders, Export, "CSV for Excel, Numbers or other spreadsheet programs").
 * The first row of an order has its amounts, each row has a product. Subtotal is what the products
 * cost after all discounts. Whether prices contain the tax follows from the sum.
 */

const PAID: readonly string[] = ['paid', 'partially_refunded', 'refunded'];
const NEVER_PAID: readonly string[] = ['voided', 'expired'];
const TAXES = [1, 2, 3, 4, 5];

export const shopify: Shop = {
  columns: [
    'Name',
    'Financial Status',
    'Currency',
    'Subtotal',
    'Shipping',
    'Taxes',
    'Total',
    'Discount Amount',
    'Created at',
    'Lineitem quantity',
    'Lineitem name',
    'Lineitem price',
    'Lineitem requires shipping',
    'Lineitem taxable',
    'Shipping Country',
    'Refunded Amount',
  ],
  foreign: [],
  group: (rows) => groupRows(rows, (row) => row.text('Name')),
  noun: 'order',
  numberOf: ([head]) => head!.text('Name'),
  whyLeftOut([head]) {
    const status = head!.text('Financial Status').toLowerCase();
    if (PAID.includes(status)) return null;
    if (NEVER_PAID.includes(status)) return `its status is ${status}`;
    throw new OrderFault(
      `its Financial Status is ${JSON.stringify(status)}, so the export does not say whether it is to be invoiced: ` +
        `leave such orders out with "skip": {"Financial Status": [${JSON.stringify(status)}]} in the map`,
    );
  },
  readOrder,
};

function readOrder(rows: readonly ShopRow[]): ShopOrder {
  const head = rows[0]!;
  const products = rows.filter((row) => row.text('Lineitem name') !== '');
  const gross = sumOf(
    products,
    (row) => row.amount('Lineitem price') * (row.amount('Lineitem quantity') / UNIT),
  );
  const [subtotal, shipping] = [head.amount('Subtotal'), head.amount('Shipping')];
  const [taxes, total] = [head.amount('Taxes'), head.amount('Total')];
  const named = TAXES.filter((number) => head.text(`Tax ${number} Name`) !== '');
  const discount = readDiscount(products, gross - subtotal, head.amount('Discount Amount'));
  return {
    row: head.row,
    number: head.text('Name').replace(/^#/, ''),
    date: head.date(head.text('Paid at') === '' ? 'Created at' : 'Paid at'),
    currency: head.text('Currency'),
    includesTax: findBasis(subtotal + shipping, taxes, total),
    lines: [
      ...products.map((row) => readProduct(row, discount.hasLines)),
      ...(shipping === 0 ? [] : [readShipping(head, shipping)]),
    ],
    discount: discount.ofOrder,
    discountReason: head.text('Discount Code') || 'Descuento',
    taxes,
    taxNames: named.map((number) => head.text(`Tax ${number} Name`)),
    taxAmounts: named.map((number) => head.amount(`Tax ${number} Value`)),
    total,
    refunded: head.amount('Refunded Amount'),
    buyer: {
      name: head.text('Billing Company') || head.text('Billing Name') || head.text('Shipping Name'),
      isCompany: head.text('Billing Company') !== '',
      document: readAttribute(head.text('Note Attributes')),
      address: head.text('Billing Street') || head.text('Billing Address1'),
      postalCode: readPostalCode(head, 'Billing Zip'),
      city: head.text('Billing City'),
      country: head.text('Billing Country'),
    },
    destination:
      head.text('Shipping Country') === ''
        ? { country: head.text('Billing Country'), postalCode: readPostalCode(head, 'Billing Zip') }
        : { country: head.text('Shipping Country'), postalCode: readPostalCode(head, 'Shipping Zip') },
    notes: ['Notes', 'Note Attributes', 'Billing Company', 'Billing Address2'].map((column) =>
      head.text(column),
    ),
    members: head.members(false),
  };
}

/**
 * Reads the document of the buyer from the attributes of an order, one in each line:
 * `NIF: B12345674`.
 */
function readAttribute(attributes: string): string {
  const [, number = ''] =
    /^\s*(?:nif|cif|nie|dni|nif\s*\/\s*cif|vat|vat[ _]?(?:number|id)|tax[ _]?id)\s*:\s*([\w .-]{5,20})\s*$/im.exec(
      attributes,
    ) ?? [];
  return number.trim();
}

/** An apostrophe before a postal code keeps the zero at its beginning in spreadsheets. */
const readPostalCode = (row: ShopRow, column: string) => row.text(column).replace(/^'/, '');

/** Returns whether prices contain the tax. @param net the products and the shipping. */
function findBasis(net: number, taxes: number, total: number): boolean {
  if (total === net) return true;
  if (total === net + taxes) return false;
  throw new OrderFault(
    'Subtotal and Shipping add up to Total neither with nor without Taxes: duties and tips are not supported; invoice this order with a file of your own',
  );
}

/**
 * Returns the discount of the whole order, and whether its lines have discounts of their own.
 * Discount Amount contains the discount of a free shipping too, and sometimes those of the lines,
 * so the sum decides.
 * @param missing what the products cost less than their prices.
 * @param stated Discount Amount.
 */
function readDiscount(products: readonly ShopRow[], missing: number, stated: number) {
  const ofLines = sumOf(products, (row) => row.amount('Lineitem discount'));
  if (missing === ofLines) return { hasLines: true, ofOrder: 0 };
  if (missing === stated) return { hasLines: false, ofOrder: stated };
  if (missing === ofLines + stated) return { hasLines: true, ofOrder: stated };
  throw new OrderFault(
    'the prices of its rows less Discount Amount do not add up to Subtotal: invoice this order with a file of your own',
  );
}

function readProduct(row: ShopRow, hasDiscount: boolean): OrderLine {
  const units = row.amount('Lineitem quantity') / UNIT;
  const refunded = row.text('Lineitem refunded');
  return {
    row: row.row,
    kind: 'product',
    concept: row.text('Lineitem name'),
    itemCode: row.text('Lineitem sku') || null,
    units,
    gross: row.amount('Lineitem price') * units,
    discount: hasDiscount ? row.amount('Lineitem discount') : 0,
    tax: null,
    isTaxable: row.text('Lineitem taxable').toLowerCase() === 'true',
    isGoods: row.text('Lineitem requires shipping').toLowerCase() === 'true',
    refunded: refunded === '' ? null : row.amount('Lineitem refunded'),
    members: row.members(true),
  };
}

function readShipping(head: ShopRow, gross: number): OrderLine {
  const concept = head.text('Shipping Method') || 'Gastos de envío';
  return buildExtra({ row: head.row, kind: 'shipping', concept, gross, tax: null });
}
