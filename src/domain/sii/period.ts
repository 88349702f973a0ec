import type { SettlementPeriod } from '../../contracts/registers.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { isCorrective } from '../invoice/invoice-type.ts';
import type { BookPeriod } from './entry.ts';

/**
 * Returns the day whose period an invoice belongs to: that of its operation, otherwise its issue
 * date. A rectifying invoice belongs to the period of its own issue date, although it states the day
 * of the operation that it rectifies, unless that is still to come (AEAT 1187, 1188).
 * @returns `YYYY-MM-DD`.
 */
export function findAccrualDate({
  type,
  issueDate,
  operationDate,
}: Pick<InvoiceDocument, 'type' | 'issueDate' | 'operationDate'>): string {
  const day = operationDate ?? issueDate;
  return isCorrective(type) && day < issueDate ? issueDate : day;
}

const MONTHS_OF_QUARTER = 3;

/** Returns the period of a day (PeriodoLiquidacion). @param date `YYYY-MM-DD`. */
export function periodOf(date: string, settlement: SettlementPeriod): BookPeriod {
  const month = date.slice(5, 7);
  const period = settlement === 'month' ? month : `${Math.ceil(Number(month) / MONTHS_OF_QUARTER)}T`;
  return { fiscalYear: Number(date.slice(0, 4)), period };
}
