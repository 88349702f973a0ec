import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatGeneratedAt, todayInMadrid } from '../../../src/domain/reading/madrid-time.ts';

describe('formatGeneratedAt', () => {
  it.each([
    ['2026-11-20T09:15:30.999Z', '2026-11-20T10:15:30+01:00'],
    ['2026-07-01T09:15:30Z', '2026-07-01T11:15:30+02:00'],
    ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59+01:00'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00'],
    ['2026-10-25T00:59:59Z', '2026-10-25T02:59:59+02:00'],
    ['2026-10-25T01:00:00Z', '2026-10-25T02:00:00+01:00'],
    ['2026-12-31T23:30:00Z', '2027-01-01T00:30:00+01:00'],
  ])('writes %s as %s', (instant, expected) => {
    expect(formatGeneratedAt(new Date(instant))).toBe(expected);
  });

  it('denotes the same instant in whole seconds', () => {
    const instants = fc.date({
      min: new Date('2024-01-01'),
      max: new Date('2060-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (instant) => {
        const text = formatGeneratedAt(instant);
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/);
        expect(new Date(text).getTime()).toBe(Math.floor(instant.getTime() / 1000) * 1000);
        expect(todayInMadrid(instant)).toBe(text.slice(0, 10));
      }),
    );
  });
});

describe('todayInMadrid', () => {
  it.each([
    ['2026-11-20T22:59:59Z', '2026-11-20'],
    ['2026-11-20T23:00:00Z', '2026-11-21'],
    ['2026-07-01T21:59:59Z', '2026-07-01'],
    ['2026-07-01T22:00:00Z', '2026-07-02'],
  ])('at %s returns %s', (instant, expected) => {
    expect(todayInMadrid(new Date(instant))).toBe(expected);
  });
});
