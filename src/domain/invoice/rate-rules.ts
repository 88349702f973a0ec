import type { ApiVersion, InvoiceType } from '../../contracts/codes.ts';
import type { PeriodInput } from '../../contracts/v2/invoice-input.ts';
import { isCalendarDate } from '../reading/calendar-date.ts';
import { isBlank } from '../reading/read-text.ts';
import { VAT_RATES_OF_ANY_DAY, vatRatesOn } from '../tax/tax-rates.ts';
import { isCorrective } from './invoice-type.ts';
import type { readDates } from './read-dates.ts';
import type { readRectification } from './read-rectification.ts';

/** The rates that the lines of an invoice may have. */
export type RateRules = {
  readonly vatRates: readonly number[];
  /** Day of the operation; null if it depends on the invoices that this one rectifies or replaces. */
  readonly operationDay: string | null;
  /** FechaOperacion, if the invoice does not state it and the rates of its period differ from those of its issue date; otherwise null. */
  readonly derivedDate: string | null;
};

/** Returns whether an invoice rectifies others by differences, as every rectification does that states no method. */
export function isByDifferences(
  type: InvoiceType | null,
  { rectification }: Pick<ReturnType<typeof readRectification>, 'rectification'>,
): boolean {
  return type !== null && isCorrective(type) && rectification?.method !== 'substitution';
}

/**
 * Chooses the rates that the lines may have: those of the day of the operation. A rectification keeps the rates of that day (LIVA art. 90.Dos). It may
 * depend on stored originals (see `operationDateOf`), or be in the period that a volume discount is for.
 */
export function chooseRateRules(
  { version, today }: { readonly version: ApiVersion; readonly today: string },
  dates: ReturnType<typeof readDates>,
  { originals, numbered, rectification }: ReturnType<typeof readRectification>,
  period: PeriodInput | null | undefined,
): RateRules {
  const isReferring = originals.length + numbered.length > 0;
  const given = dates?.operationDate ?? null;
  // Version 1 states no operation date of its own with a rectification; the original's is known when the invoice is issued.
  if (isReferring && (version === 1 || given === null))
    return { vatRates: VAT_RATES_OF_ANY_DAY[version], operationDay: null, derivedDate: null };
  const issueDate = dates?.issueDate ?? today;
  const days = [period?.end, period?.start].filter((day) => !isBlank(day) && isCalendarDate(day)) as string[];
  const [last] = days;
  const isOfPeriod =
    rectification !== null &&
    given === null &&
    last !== undefined &&
    days.every((day) => vatRatesOn(day) === vatRatesOn(last)) &&
    vatRatesOn(last) !== vatRatesOn(issueDate);
  const derivedDate = isOfPeriod ? last : null;
  const day = given ?? derivedDate ?? issueDate;
  return { vatRates: vatRatesOn(day), operationDay: day, derivedDate };
}
