import type { InvoiceDocument } from '../../contracts/invoice-document.ts';

/*
 * The period of an entry in the book. It only knows quarters (validation V11 of LSI 2025): who files
 * monthly keeps the books by SII (RIVA art. 62.6).
 */

/**
 * The day that decides the quarter of an invoice. Pre303 counts rectifications in the quarter of
 * their issue date, and others in that of the operation.
 */
export function periodOf({
  type,
  issueDate,
  operationDate,
}: Pick<InvoiceDocument, 'type' | 'issueDate' | 'operationDate'>): string {
  return type.startsWith('R') ? issueDate : (operationDate ?? issueDate);
}

/** The year and the quarter of a day, as columns A and B have them. */
export function quarterOf(day: string): { readonly year: string; readonly period: string } {
  return { year: day.slice(0, 4), period: `${Math.ceil(Number(day.slice(5, 7)) / 3)}T` };
}

/** The last days of the quarters, `MM-DD`. */
const QUARTER_ENDS: ReadonlySet<string> = new Set(['03-31', '06-30', '09-30', '12-31']);

/** The days of a book, both inclusive. */
export type BookPeriod = { readonly from: string; readonly to: string };

const YEAR = /^2[0-9]{3}-/;

/** Returns whether the days are those of one year, 2000 or later: a book belongs to one year. */
export function isBookPeriod({ from, to }: BookPeriod): boolean {
  return YEAR.test(from) && from.slice(0, 4) === to.slice(0, 4) && from <= to;
}

/**
 * Returns whether a book reaches from 1 January to the end of a quarter, as Pre303 and form 130
 * import it.
 */
export function isCumulative({ from, to }: BookPeriod): boolean {
  return from === `${to.slice(0, 4)}-01-01` && QUARTER_ENDS.has(to.slice(5));
}
