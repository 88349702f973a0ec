import type { InvoiceType } from '../../contracts/codes.ts';
import type { InvoiceInput, PeriodInput } from '../../contracts/v2/invoice-input.ts';
import { isCalendarDate } from '../reading/calendar-date.ts';
import { isBlank } from '../reading/read-text.ts';
import { LAST_DAYS_OF_VAT_RATES, vatRatesOn, vatRatesSince } from '../tax/tax-rates.ts';
import { isCorrective } from './invoice-type.ts';
import { type DateContext, earliestOperation, type readDates } from './read-dates.ts';
import type { readRectification } from './read-rectification.ts';

/** The rates that the lines of an invoice may have. */
export type RateRules = {
  readonly vatRates: readonly number[];
  /**
   * Day of the operation; null if it depends on the invoices that this one rectifies or replaces.
   */
  readonly operationDay: string | null;
  /**
   * FechaOperacion, if the invoice does not state it and the rates of its period differ from those
   * of its issue date; otherwise null.
   */
  readonly derivedDate: string | null;
};

/**
 * Returns whether an invoice rectifies others by differences, as every rectification does that
 * states no method.
 */
export function isByDifferences(
  type: InvoiceType | null,
  { rectification }: Pick<ReturnType<typeof readRectification>, 'rectification'>,
): boolean {
  return type !== null && isCorrective(type) && rectification?.method !== 'substitution';
}

/**
 * Chooses the rates that the lines may have: those of the day of the operation. A rectification
 * keeps the rates of that day (LIVA art. 90.Dos). It may depend on stored originals (see
 * `operationDateOf`), or be in the period that a volume discount is for.
 */
export function chooseRateRules(
  { rules, today, register }: Pick<DateContext, 'rules' | 'today' | 'register'>,
  dates: ReturnType<typeof readDates>,
  { originals, numbered, rectification }: ReturnType<typeof readRectification>,
  input: Pick<InvoiceInput, 'period' | 'lines' | 'allowances' | 'charges'>,
): RateRules {
  const isReferring = originals.length + numbered.length > 0;
  const given = dates?.operationDate ?? null;
  // The only date of an invoice is not that of the original's operation, which is known when the
  // invoice is issued.
  if (isReferring && (rules.hasOneDate || given === null))
    return {
      vatRates: vatRatesSince(earliestOperation(rules, today, register)),
      operationDay: null,
      derivedDate: null,
    };
  const issueDate = dates?.issueDate ?? today;
  const day = rectification === null || given !== null ? null : findDayOf(input.period, listVatRates(input));
  const derivedDate = day !== null && vatRatesOn(day) !== vatRatesOn(issueDate) ? day : null;
  const operationDay = given ?? derivedDate ?? issueDate;
  return { vatRates: vatRatesOn(operationDay), operationDay, derivedDate };
}

/** Lists the rates of the IVA that an invoice states, in per cent. */
function listVatRates({
  lines,
  allowances,
  charges,
}: Pick<InvoiceInput, 'lines' | 'allowances' | 'charges'>): number[] {
  return [...(lines ?? []), ...(allowances ?? []), ...(charges ?? [])].flatMap(
    ({ tax_type: type, tax_rate: rate }) =>
      (isBlank(type) || type === 'iva') && rate !== null && rate !== undefined ? [Number(rate)] : [],
  );
}

/**
 * Returns the latest day of a period on which all rates existed, as far as that is known from the
 * rates of the IVA; its last day if there is none; null if the period has no dates.
 */
function findDayOf(period: PeriodInput | null | undefined, rates: readonly number[]): string | null {
  const [end, start] = [period?.end, period?.start].filter((each) => !isBlank(each) && isCalendarDate(each));
  if (end == null) return null;
  const first = start ?? end;
  const days = [end, ...LAST_DAYS_OF_VAT_RATES.filter((each) => each < end && each > first), first];
  return days.find((each) => rates.every((rate) => vatRatesOn(each).includes(rate))) ?? end;
}
