const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * Returns whether a text is a date of the calendar in the form `YYYY-MM-DD`. Such texts sort
 * chronologically.
 */
export function isCalendarDate(text: string): boolean {
  const [, year, month, day] = SHAPE.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  return Number(day) >= 1 && Number(day) <= daysOfMonth(Number(year), Number(month));
}

/**
 * Returns the date a number of days after (or before, if negative) a date, both as `YYYY-MM-DD`.
 */
export function addDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

function daysOfMonth(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeapYear ? 29 : (DAYS[month - 1] ?? 0);
}
