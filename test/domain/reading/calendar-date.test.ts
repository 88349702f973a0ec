import { describe, expect, it } from 'vitest';
import { isCalendarDate } from '../../../src/domain/reading/calendar-date.ts';

describe('isCalendarDate', () => {
  it.each(['2026-11-20', '2024-02-29', '2000-02-29', '2026-12-31'])('accepts %s', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  it.each([
    '2026-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '20-11-2026',
    '2026-1-2',
    '2026-11-20 ',
    '2026-11-20T00:00:00Z',
    '２０２６-11-20',
    '',
  ])('refuses "%s"', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  it('agrees with the calendar of the platform on every day of four years', () => {
    const start = Date.UTC(2023, 11, 1);
    const days = Array.from({ length: 4 * 366 }, (_, day) =>
      new Date(start + day * 86_400_000).toISOString().slice(0, 10),
    );
    expect(days.filter((day) => !isCalendarDate(day))).toEqual([]);
  });
});
