import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';
import { NotExpressible } from '../refusal.ts';

/* The size of a file for the SPFE, which AEAT announced to limit to 5,120 kB. */

const MOST_BYTES = 5_242_880;
/** From nine tenths of the limit on, one line more may be too many. */
export const NEAR_BYTES = (MOST_BYTES / 10) * 9;

/** @param bytes of the file. @throws NotExpressible if it is too large. */
export function checkSize(bytes: number): void {
  if (bytes <= MOST_BYTES) return;
  const says = formatMessage('spfe_too_large', { most: MOST_BYTES });
  throw new NotExpressible('SPFE size', says, 'lines');
}

/** More than an invoice without lines can have: a thousand rectified invoices and a hundred suplidos. */
const HEAD_BYTES = 1_200_000;
/** More than the elements of a line, and of an allowance or a charge of it with its reason, can have. */
const LINE_BYTES = 3000;
const ALLOWANCE_BYTES = 3000;
/** The most bytes of a character, which `&` has in XML. */
const CHARACTER_BYTES = 5;

/** Returns a number of bytes that the file of an invoice never exceeds, without writing it. */
export function boundBytes({ lines }: Pick<InvoiceDocument, 'lines'>): number {
  let bytes = HEAD_BYTES;
  for (const { concept, notes, allowances, charges } of lines) {
    // A long concept is stated whole, and its beginning as a name.
    const characters = 2 * concept.length + (notes?.length ?? 0);
    const others = (allowances?.length ?? 0) + (charges?.length ?? 0);
    bytes += LINE_BYTES + CHARACTER_BYTES * characters + ALLOWANCE_BYTES * others;
  }
  return bytes;
}
