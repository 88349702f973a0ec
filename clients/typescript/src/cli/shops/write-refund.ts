import type { InvoiceText } from '../batches/chunk.ts';
import { CENT, sumOf, writeAmount } from './amounts.ts';
import type { LineTax } from './classify-order.ts';
import type { Numbering } from './number-invoices.ts';
import { OrderFault, type Rectified, type ShopOrder } from './shop-order.ts';
import {
  chooseType,
  describeLine,
  describeOrder,
  readOperationDate,
  splitDiscount,
  writeInvoice,
  type WrittenLine,
} from './write-order.ts';

/** Returns the external id of the rectifying invoice of an order. */
export const nameRefund = ({ number }: ShopOrder) => `${number}-refund`;

/**
 * Writes the rectifying invoice for what was paid back of an order, by differences: R5 of a
 * simplified invoice, R1 of a full one (LIVA art. 80).
 * @throws OrderFault if the export does not say what was paid back, or the issue date of the
 *   invoice is not known.
 */
export function writeRefund(order: ShopOrder, taxes: readonly LineTax[], numbering: Numbering): InvoiceText {
  const isWhole = Math.abs(order.refunded - order.total) < CENT;
  const type = chooseType(order) === 'F1' ? 'R1' : 'R5';
  const original = findOriginal(order, numbering);
  const members = {
    ...describeOrder(order, type),
    number_serie: numbering.take(nameRefund(order), type),
    external_invoice_id: nameRefund(order),
    operation_date: readOperationDate(order, numbering),
    prices_include_tax: !isWhole || order.includesTax || null,
    total: writeAmount(-order.refunded),
    'rectification.method': 'differences',
    'rectification.reason': `Devolución del pedido ${order.number}`,
    'rectification.invoices[0].number_serie': original.number,
    'rectification.invoices[0].issue_date': original.issueDate,
  };
  const lines = isWhole ? negate(order, taxes) : listRefunded(order, taxes);
  const added = new Map(
    [...order.members].filter(([path]) => path !== 'number_serie' && path !== 'invoice_type'),
  );
  return writeInvoice({ ...order, members: added }, members, lines, numbering);
}

/**
 * Finds number and issue date of the invoice that is rectified: one that the engine has, or the one
 * of the same export.
 */
function findOriginal(order: ShopOrder, numbering: Numbering) {
  const found = numbering.issued.get(order.number);
  if (found !== undefined) {
    if (found.number !== null && found.issueDate !== null)
      return { number: found.number, issueDate: found.issueDate };
    throw new OrderFault(
      'it was paid back, and its invoice is not issued yet: run the command again when the batch is issued',
    );
  }
  const issueDate = numbering.constants['issue_date'];
  if (typeof issueDate !== 'string')
    throw new OrderFault(
      'it was paid back, and its rectifying invoice must state the issue date of the invoice: add "issue_date" with the day of today to the constants of the map, or submit the orders before their refunds',
    );
  const own = order.members.get('number_serie');
  const number = own ? (JSON.parse(own.text) as string) : numbering.take(order.number, chooseType(order));
  return { number, issueDate };
}

/**
 * Writes the rectifying invoice that a credit note of the shop is, by differences: R5 of a
 * simplified invoice, R1 of a full one (LIVA art. 80). It keeps its number and its day.
 * @param original the invoice that it rectifies, if the same export has it.
 * @throws OrderFault if the issue date of the rectified invoice is not known.
 */
export function writeCreditNote(
  order: ShopOrder & { readonly rectifies: Rectified },
  taxes: readonly LineTax[],
  numbering: Numbering,
  original: ShopOrder | undefined,
): InvoiceText {
  const { number, date: stated, reason } = order.rectifies;
  const issueDate = stated ?? original?.date ?? numbering.issued.get(number)?.issueDate;
  const isAdded = order.members.has('rectification.invoices[0].issue_date');
  if (!issueDate && !isAdded)
    throw new OrderFault(
      `it rectifies ${number}, whose issue date is not known: export the date of that invoice too, or add a column rectification.invoices[0].issue_date`,
    );
  const members = {
    ...describeOrder(order, chooseType(original ?? order) === 'F1' ? 'R1' : 'R5'),
    external_invoice_id: order.number,
    prices_include_tax: order.includesTax || null,
    total: writeAmount(-order.total),
    'rectification.method': 'differences',
    'rectification.reason': reason,
    'rectification.invoices[0].number_serie': number,
    'rectification.invoices[0].issue_date': issueDate,
  };
  return writeInvoice(order, members, negate(order, taxes), numbering);
}

/** Returns the lines of an order with negative quantities, at the prices that were paid. */
function negate(order: ShopOrder, taxes: readonly LineTax[]): WrittenLine[] {
  const lines = order.lines.flatMap((line, index): WrittenLine[] => {
    if (line.units === 0) return [];
    const price = Math.round((line.gross - line.discount) / line.units);
    const members = {
      ...describeLine(line),
      units: String(-line.units),
      unit_price: writeAmount(price),
      ...taxes[index]!.members,
    };
    return [{ row: line.row, members, own: line.members }];
  });
  const discounts = splitDiscount(order, taxes).map(({ tax, amount }) => ({
    row: order.row,
    members: { concept: order.discountReason, units: '1', unit_price: writeAmount(amount), ...tax.members },
  }));
  return [...lines, ...discounts];
}

/** Writes a line with an amount that was paid back. */
function writeLine(row: number, concept: string, amount: number, tax: LineTax): WrittenLine {
  return { row, members: { concept, units: '-1', unit_price: writeAmount(amount), ...tax.members } };
}

/** Returns the lines that were paid back in part. */
function listRefunded(order: ShopOrder, taxes: readonly LineTax[]): WrittenLine[] {
  const parts = order.lines.flatMap((line, index) =>
    line.refunded ? [{ line, amount: line.refunded, tax: taxes[index]! }] : [],
  );
  const rest = order.refunded - sumOf(parts, ({ amount }) => amount);
  const last = parts.at(-1);
  if (last !== undefined && Math.abs(rest) <= CENT * parts.length) last.amount += rest;
  const lines = parts.map(({ line, amount, tax }) => writeLine(line.row, line.concept, amount, tax));
  if (last !== undefined && Math.abs(rest) <= CENT * parts.length) return lines;
  const shipping = order.lines.findIndex(({ kind }) => kind === 'shipping');
  const shipped = order.lines[shipping];
  if (shipped !== undefined && order.includesTax && shipped.gross === rest)
    return [...lines, writeLine(shipped.row, shipped.concept, rest, taxes[shipping]!)];
  const distinct = new Set(taxes.map((tax) => JSON.stringify(tax)));
  if (distinct.size === 1 && rest > 0)
    return [...lines, writeLine(order.row, `Devolución del pedido ${order.number}`, rest, taxes[0]!)];
  throw new OrderFault(
    `${writeAmount(order.refunded)} was paid back, and the export does not say for which rows, which have several taxes. Say it for each row (with the preset shopify in a column "Lineitem refunded", with tax), or leave the order out and issue its invoices with a file of your own`,
  );
}
