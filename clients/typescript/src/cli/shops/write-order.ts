import type { InvoiceText } from '../batches/chunk.ts';
import { joinLines } from '../input/cells.ts';
import { findTarget } from '../input/targets.ts';
import { type Values, writeMembers } from '../input/write-members.ts';
import { sumOf, toCents, UNIT, writeAmount } from './amounts.ts';
import { type LineTax, listAmounts } from './classify-order.ts';
import type { Numbering, OrderType } from './number-invoices.ts';
import { readDocument } from './read-document.ts';
import { OrderFault, type OrderLine, type ShopOrder } from './shop-order.ts';

/** RD 1619/2012 art. 4.2.a: the limit of simplified invoices in retail. */
const SIMPLIFIED_LIMIT = 3000 * UNIT;

/** Members by their paths, with values as JSON. Those without a value are left out. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * Writes the invoice of an order: F1 if the export identifies the buyer, otherwise F2.
 * @throws OrderFault if it needs something that the export does not say.
 */
export function writeOrder(order: ShopOrder, taxes: readonly LineTax[], numbering: Numbering): InvoiceText {
  const type = chooseType(order);
  if (type === 'F2' && order.total > SIMPLIFIED_LIMIT)
    throw new OrderFault(
      `its total of ${writeAmount(order.total)} is above the limit of simplified invoices (RD 1619/2012 art. 4.2). Identify the buyer in a column recipient_document_number`,
    );
  const members = {
    ...describeOrder(order, type),
    number_serie: order.members.has('number_serie') ? null : numbering.take(order.number, type),
    external_invoice_id: order.number,
    operation_date: readOperationDate(order, numbering),
    prices_include_tax: order.includesTax || null,
    total: writeAmount(order.total),
    ...listAllowances(order, taxes),
  };
  return writeInvoice(order, members, listLines(order, taxes), numbering);
}

/** Returns the type of the invoice of an order. */
export function chooseType(order: ShopOrder): Extract<OrderType, 'F1' | 'F2'> {
  return readDocument(order) === null ? 'F2' : 'F1';
}

/** Returns the members that the invoice of an order and its rectification have in common. */
export function describeOrder(order: ShopOrder, type: OrderType): Members {
  const { buyer, currency, members, number } = order;
  if (currency !== 'EUR' && !members.has('exchange_rate'))
    throw new OrderFault(
      `its currency is ${currency}. Add the euros per unit on the day of the order in a column exchange_rate`,
    );
  const document = readDocument(order);
  const hasOwn = [...members.keys()].some((path) => path.startsWith('recipients['));
  return {
    invoice_type: type,
    order_reference: number,
    paid: true,
    currency: currency === 'EUR' ? null : currency,
    ...(!hasOwn && {
      has_unidentified_recipient: document === null || null,
      recipient_legal_name: buyer.name,
      recipient_document_type: document?.type,
      recipient_document_number: document?.number,
      recipient_country_code: document === null ? writeCountry(buyer.country) : document.country,
      recipient_billing_address: buyer.address,
      recipient_billing_postal_code: buyer.postalCode,
      recipient_billing_city: buyer.city,
    }),
  };
}

/** Returns the country of a buyer without a document, which the page shows unless it is Spain. */
function writeCountry(country: string): string | null {
  return country.toUpperCase() === 'ES' ? null : country.toUpperCase();
}

/**
 * Returns the day of the operation, unless the map or a column states the same day as the issue
 * date.
 */
export function readOperationDate({ date, members }: ShopOrder, { constants }: Pick<Numbering, 'constants'>) {
  const stated = members.get('issue_date')?.text ?? JSON.stringify(constants['issue_date']);
  return stated === JSON.stringify(date) ? null : date;
}

/** A line of an invoice, with the row that it comes from. */
export type WrittenLine = { readonly row: number; readonly members: Members; readonly own?: Values };

function listLines(order: ShopOrder, taxes: readonly LineTax[]): WrittenLine[] {
  return order.lines.flatMap((line, index) => {
    if (line.units === 0) return [];
    const allowance =
      line.discount === 0
        ? null
        : { 'allowances[0].reason': 'según pedido', 'allowances[0].amount': writeAmount(line.discount) };
    const members = {
      ...describeLine(line),
      units: String(line.units),
      unit_price: writeAmount(Math.round(line.gross / line.units)),
      ...allowance,
      ...taxes[index]!.members,
    };
    return [{ row: line.row, members, own: line.members }];
  });
}

/** Returns what a line and its rectification have in common. */
export function describeLine({ concept, itemCode }: OrderLine): Members {
  return { concept, item_code: itemCode };
}

/** A discount of a whole order: its part for each tax of its products, in cents. */
export function splitDiscount(order: ShopOrder, taxes: readonly LineTax[]) {
  if (order.discount === 0) return [];
  const amounts = listAmounts(order);
  const parts = new Map<string, { tax: LineTax; amount: number }>();
  order.lines.forEach((line, index) => {
    if (line.kind !== 'product') return;
    const tax = taxes[index]!;
    const key = JSON.stringify(tax);
    const before = parts.get(key)?.amount ?? 0;
    parts.set(key, { tax, amount: before + line.gross - line.discount - amounts[index]! });
  });
  const rounded = [...parts.values()].map(({ tax, amount }) => ({ tax, amount: toCents(amount) }));
  // The last part takes the cents that rounding leaves.
  const rest = order.discount - sumOf(rounded, ({ amount }) => amount);
  return rounded.map((part, index) =>
    index === rounded.length - 1 ? { ...part, amount: part.amount + rest } : part,
  );
}

function listAllowances(order: ShopOrder, taxes: readonly LineTax[]): Members {
  const members = splitDiscount(order, taxes).flatMap(({ tax, amount }, index) =>
    Object.entries({ reason: order.discountReason, amount: writeAmount(amount), ...tax.members }).map(
      ([name, value]) => [`allowances[${index}].${name}`, value] as const,
    ),
  );
  return Object.fromEntries(members);
}

const isOfLine = ([path]: readonly [string, unknown]) => findTarget(path).isOfLine;

/**
 * Writes an invoice: constants of the map, then what was derived, then the columns that the user
 * added.
 */
export function writeInvoice(
  order: ShopOrder,
  members: Members,
  lines: readonly WrittenLine[],
  { constants }: Pick<Numbering, 'constants'>,
): InvoiceText {
  const fixed = Object.entries(constants);
  const ofLines = toValues(Object.fromEntries(fixed.filter(isOfLine)));
  const ofInvoice = toValues(Object.fromEntries(fixed.filter((entry) => !isOfLine(entry))));
  const written = lines.map((line) =>
    writeMembers(new Map([...ofLines, ...toValues(line.members, 'lines.'), ...(line.own ?? [])])),
  );
  // The number of the document is written as it was read, without blanks and the prefix ES.
  const added = [...order.members].filter(([path]) => path !== 'recipient_document_number');
  const values = new Map([...ofInvoice, ...toValues(members), ...added]);
  return {
    text: writeMembers(values, { lines: `[${written.join(',')}]` }),
    place: { row: order.row, lineRows: lines.map(({ row }) => row) },
  };
}

function toValues(members: Members, prefix = ''): Values {
  const given = Object.entries(members).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return new Map(
    given.map(([name, value]) => {
      const path = `${prefix}${name}`;
      const text = JSON.stringify(typeof value === 'string' ? joinLines(value, path) : value);
      return [path, { target: findTarget(path), text }];
    }),
  );
}
