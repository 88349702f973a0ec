const PERMANENT: readonly number[] = [0, 4, 10, 21];
/** Foods, from 1 October to 31 December 2024: AEAT 1235, 1236. */
const LATE_2024: readonly number[] = [0, 2, 4, 7.5, 10, 21];

/**
 * The IVA rates that AEAT takes for an operation on this day (AEAT 1124).
 * @param date `YYYY-MM-DD`, not before 2024-10-28 (no invoice can be registered before): the 5 % rate had ended by then.
 */
export function vatRatesOn(date: string): readonly number[] {
  return date <= '2024-12-31' ? LATE_2024 : PERMANENT;
}

/** The IVA rates of any operation that can be registered: what a rectification may have, until it is known when the rectified operation took place (LIVA art. 90.Dos). */
export const VAT_RATES_OF_ANY_DAY: readonly number[] = LATE_2024;
