import { addDays } from '../reading/calendar-date.ts';

/*
 * Working days of deadlines at AEAT: all days except Saturdays, Sundays and national holidays
 * (RIVA, art. 69 bis.1). Regional and local holidays are working days.
 */

/**
 * The national holidays that are not on a Saturday or a Sunday, by year. The Ministry of Labour
 * publishes those of the next year every October. A year that is missing is not known.
 */
const HOLIDAYS: Readonly<Record<string, readonly string[]>> = {
  2025: ['01-01', '01-06', '04-18', '05-01', '08-15', '12-08', '12-25'],
  2026: ['01-01', '01-06', '04-03', '05-01', '10-12', '12-08', '12-25'],
  2027: ['01-01', '01-06', '03-26', '10-12', '11-01', '12-06', '12-08'],
};

/** The years whose national holidays are known. */
export const KNOWN_YEARS: readonly number[] = Object.keys(HOLIDAYS).map(Number);

/** Returns whether a day, `YYYY-MM-DD`, is a working day; null if its year is not known. */
export function isWorkingDay(day: string): boolean | null {
  const holidays = HOLIDAYS[day.slice(0, 4)];
  if (holidays === undefined) return null;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.includes(day.slice(5));
}

/**
 * Returns the working day that follows a day by a number of working days.
 * @param day `YYYY-MM-DD`; it does not count itself.
 * @returns null if the calendar of a year is not known.
 */
export function addWorkingDays(day: string, count: number): string | null {
  let last = day;
  for (let left = count; left > 0;) {
    last = addDays(last, 1);
    const works = isWorkingDay(last);
    if (works === null) return null;
    if (works) left -= 1;
  }
  return last;
}
