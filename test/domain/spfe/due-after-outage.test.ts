import { describe, expect, it } from 'vitest';
import { findDueAfterOutage, isLongOutage } from '../../../src/domain/spfe/due-after-outage.ts';

const HOUR = 3_600_000;

describe('an outage of the SPFE', () => {
  it('delays what was due only if it lasted more than 24 hours', () => {
    expect(isLongOutage(0, 24 * HOUR)).toBe(false);
    expect(isLongOutage(0, 24 * HOUR + 1)).toBe(true);
  });

  it.each([
    // Friday: Monday to Thursday follow.
    ['2026-11-20T09:00:00Z', '2026-11-26T23:00:00.000Z'],
    // Sunday counts as little as Friday.
    ['2026-11-22T09:00:00Z', '2026-11-26T23:00:00.000Z'],
    // 23:30 in UTC is the next day in Madrid.
    ['2026-11-19T23:30:00Z', '2026-11-26T23:00:00.000Z'],
    // 8 December is a national holiday.
    ['2026-12-04T09:00:00Z', '2026-12-11T23:00:00.000Z'],
    // 25 December, 1 and 6 January are holidays, and the year ends.
    ['2026-12-31T09:00:00Z', '2027-01-08T23:00:00.000Z'],
    // In summer Madrid is two hours ahead.
    ['2027-07-05T09:00:00Z', '2027-07-09T22:00:00.000Z'],
  ])('that ended at %s lets invoices follow until %s', (endedAt, until) => {
    expect(findDueAfterOutage(new Date(endedAt))?.toISOString()).toBe(until);
  });

  it('has no known end of the delay if the holidays of a year are not known', () => {
    expect(findDueAfterOutage(new Date('2027-12-30T09:00:00Z'))).toBeNull();
  });
});
