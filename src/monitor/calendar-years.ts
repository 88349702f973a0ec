import { KNOWN_YEARS } from '../domain/calendar/working-days.ts';

const DECEMBER = '12';

/** The last year whose national holidays this version knows. */
export const LAST_KNOWN_YEAR = Math.max(...KNOWN_YEARS);

/**
 * Returns the years whose national holidays are needed for deadlines on a day and are not known: the
 * present one, and from December on the next one, because the first deadlines of January are near.
 * @param today `YYYY-MM-DD`.
 */
export function findUnknownYears(today: string): number[] {
  const year = Number(today.slice(0, 4));
  const needed = today.slice(5, 7) === DECEMBER ? [year, year + 1] : [year];
  return needed.filter((each) => !KNOWN_YEARS.includes(each));
}
