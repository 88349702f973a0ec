import { describe, expect, it } from 'vitest';
import { addWorkingDays, isWorkingDay, KNOWN_YEARS } from '#src/domain/calendar/working-days.ts';

/** The national holidays with a fixed date (Estatuto de los Trabajadores, art. 37.2; RD 2001/1983, art. 45). */
const FIXED = ['01-01', '01-06', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25'];

/** Returns Good Friday of a year by Gauss's rule for Easter. */
function goodFriday(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  const easter = Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1);
  return new Date(easter - 2 * 86_400_000).toISOString().slice(0, 10);
}

describe('working days', () => {
  it.each(KNOWN_YEARS)('of %s exclude weekends and exactly the national holidays', (year) => {
    const holidays = new Set([goodFriday(year), ...FIXED.map((day) => `${year}-${day}`)]);
    for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += 86_400_000) {
      const text = new Date(day).toISOString().slice(0, 10);
      const weekday = new Date(day).getUTCDay();
      expect({ text, works: isWorkingDay(text) }).toEqual({
        text,
        works: weekday !== 0 && weekday !== 6 && !holidays.has(text),
      });
    }
  });

  it('are unknown beyond the known years, also while they are counted', () => {
    const last = Math.max(...KNOWN_YEARS);
    expect(isWorkingDay(`${last + 1}-01-03`)).toBeNull();
    expect(addWorkingDays(`${last}-12-31`, 1)).toBeNull();
    expect(addWorkingDays(`${last}-12-01`, 2)).not.toBeNull();
  });
});
