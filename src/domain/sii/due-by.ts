import type { InvoiceType } from '../../contracts/codes.ts';
import { addWorkingDays } from '../calendar/working-days.ts';

/** What the deadline of an entry in SII depends on. Dates are `YYYY-MM-DD`. */
export type Deadline = {
  readonly type: InvoiceType;
  readonly issueDate: string;
  /** The date of the operation, which is the issue date if the invoice states none. */
  readonly operationDate: string;
  /** Whether the recipient or a third party issues the invoice for the issuer. */
  readonly isIssuedByOther: boolean;
};

const OWN_DAYS = 4;
const DAYS_OF_OTHERS = 8;
const LAST_DAY_OF_MONTH_AFTER = '15';

/**
 * Returns the last day on which the record of an invoice may be sent to SII (RIVA, art. 69 bis.1):
 * four working days after the issue date, eight if a recipient or a third party issues it, and never
 * after the 15th of the month after the operation. Rectifying invoices have four days and no 15th
 * (art. 69 bis.1.d).
 * @returns `YYYY-MM-DD`, which is before the issue date if the invoice is issued too late; null if the national holidays of a year are not known.
 */
export function findDueBy({ type, issueDate, operationDate, isIssuedByOther }: Deadline): string | null {
  const isRectifying = type.startsWith('R');
  const due = addWorkingDays(issueDate, isIssuedByOther && !isRectifying ? DAYS_OF_OTHERS : OWN_DAYS);
  if (due === null || isRectifying) return due;
  const last = `${monthAfter(operationDate)}-${LAST_DAY_OF_MONTH_AFTER}`;
  return due < last ? due : last;
}

/**
 * Returns the last day on which a collection of an invoice with regime 07 may be sent to SII: four
 * working days after it (RIVA, art. 69 bis), or after the issue date of an invoice that was paid
 * before. A counter-entry has four working days from the day on which it is recorded.
 * @returns `YYYY-MM-DD`; null if the national holidays of a year are not known.
 */
export function findCollectionDueBy(date: string, issueDate: string): string | null {
  return addWorkingDays(date > issueDate ? date : issueDate, OWN_DAYS);
}

/** Returns the month after that of a date, `YYYY-MM`. */
function monthAfter(date: string): string {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
}
