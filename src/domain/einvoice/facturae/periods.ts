import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import { addDays } from '../../reading/calendar-date.ts';
import { formatDay } from '../notation.ts';

/** PeriodDates, which has both dates. */
export type Period = { readonly start: string; readonly end: string };

type Given = InvoiceDocument['period'];

/** Returns a period that has both dates; undefined otherwise. */
export function readPeriod(period: Given): Period | undefined {
  if (period === undefined || period.start === null || period.end === null) return undefined;
  return { start: period.start, end: period.end };
}

/** Describes a period that has only one date, which Facturae has no element for; null otherwise. */
export function describePeriod(period: Given): string | null {
  if (period === undefined || readPeriod(period) !== undefined) return null;
  const { start, end } = period;
  if (start !== null) return `Periodo: desde ${formatDay(start)}.`;
  return end === null ? null : `Periodo: hasta ${formatDay(end)}.`;
}

/** Returns the month of a date, from its first to its last day. */
export function monthOf(date: string): Period {
  const start = `${date.slice(0, 7)}-01`;
  // The 32nd day after the first is in the next month.
  const next = `${addDays(start, 31).slice(0, 7)}-01`;
  return { start, end: addDays(next, -1) };
}
