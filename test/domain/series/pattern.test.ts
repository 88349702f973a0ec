import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COUNTER_DIGITS,
  counterExpression,
  findPlace,
  formatNumber,
  mayOverlap,
  type Pattern,
  readPattern,
} from '../../../src/domain/series/pattern.ts';

const text = fc.stringMatching(/^[A-Z0-9/.-]{0,4}$/);
const year = fc.constantFrom('', '{year}', '{year:2}');
const counter = fc.oneof(
  fc.constant('{counter}'),
  fc.integer({ min: 1, max: COUNTER_DIGITS }).map((digits) => `{counter:${digits}}`),
);
/** Patterns with their parts in any order. */
const patterns = fc
  .tuple(text, year, text, counter, text, fc.boolean())
  .map(([first, ofYear, second, ofCounter, third, isReversed]) => {
    const [one, other] = isReversed ? [ofCounter, ofYear] : [ofYear, ofCounter];
    return read(`${first}${one}${second}${other}${third}`);
  });
const places = fc.tuple(fc.integer({ min: 2024, max: 2099 }), fc.integer({ min: 1, max: 999_999_999_999 }));

function read(pattern: string): Pattern {
  const found = readPattern(pattern, 'F');
  if (typeof found === 'string') throw new Error(found);
  return found;
}

describe('the pattern of a series', () => {
  it('never gives the same number to two counters or years, and finds the place of a number', () => {
    fc.assert(
      fc.property(patterns, places, (pattern, [inYear, count]) => {
        const number = formatNumber(pattern, inYear, count);
        expect(number.length).toBeLessThanOrEqual(60);
        expect(findPlace(pattern, number, inYear)).toEqual({
          year: pattern.hasYear ? inYear : 0,
          counter: count,
        });
        expect(Number(new RegExp(counterExpression(pattern, inYear)).exec(number)![1])).toBe(count);
      }),
    );
  });

  it('overlaps every pattern that gives one of its numbers', () => {
    fc.assert(
      fc.property(patterns, patterns, places, (one, other, [inYear, count]) => {
        const number = formatNumber(one, inYear, count);
        const isShared = findPlace(other, number, inYear) !== null;
        expect(mayOverlap(one, other) || !isShared).toBe(true);
        expect(mayOverlap(one, one)).toBe(true);
      }),
    );
  });

  it.each([
    ['F-{year}-{counter:6}', 'F-2026-000007', { year: 2026, counter: 7 }],
    ['F-{year}-{counter:6}', 'F-2026-1000000', { year: 2026, counter: 1_000_000 }],
    ['F-{year}-{counter:6}', 'F-2026-0000007', null],
    ['F-{year}-{counter:6}', 'F-2026-00007', null],
    ['F-{year}-{counter:6}', 'F-2026-000000', null],
    ['F-{year}-{counter:6}', 'f-2026-000007', null],
    ['{counter}/{year:2}', '12/26', { year: 2026, counter: 12 }],
    ['{code}{counter}', 'F12', { year: 0, counter: 12 }],
    ['{code}{counter}', 'F', null],
  ])('%s has the number %s at %o', (pattern, number, place) => {
    expect(findPlace(read(pattern), number, 2026)).toEqual(place);
  });
});
