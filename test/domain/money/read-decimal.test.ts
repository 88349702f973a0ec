import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDecimal } from '../../../src/domain/money/decimals.ts';

describe('readDecimal', () => {
  it.each([
    [0, 6, 0n],
    [-0, 6, 0n],
    [1, 6, 1_000_000n],
    [0.1, 6, 100_000n],
    [1.1, 2, 110n],
    [-2.675, 6, -2_675_000n],
    [0.000001, 6, 1n],
    [999_999_999_999, 6, 999_999_999_999_000_000n],
    [9_999_999_999.12345, 6, 9_999_999_999_123_450n],
    [123_456_789.123456, 6, 123_456_789_123_456n],
    [999_999_999_999.99, 2, 99_999_999_999_999n],
    [7.5, 2, 750n],
  ])('reads %d with %d decimals exactly', (value, decimals, expected) => {
    expect(readDecimal(value, decimals)).toBe(expected);
  });

  it.each([
    [1e12, 6, "can't have more than 12 digits before the decimal point"],
    [-1e12, 6, "can't have more than 12 digits before the decimal point"],
    [1e300, 6, "can't have more than 12 digits before the decimal point"],
    [5e12, 2, "can't have more than 12 digits before the decimal point"],
    [1e-7, 6, "can't have more than 6 decimals"],
    [-5e-324, 6, "can't have more than 6 decimals"],
    [0.0000001, 6, "can't have more than 6 decimals"],
    [1.2345678, 6, "can't have more than 6 decimals"],
    [21.005, 2, "can't have more than 2 decimals"],
    [0.1 + 0.2, 6, "can't have more than 15 significant digits: round it to 6 decimals"],
    [21.000000000000004, 2, "can't have more than 15 significant digits: round it to 2 decimals"],
    [123_456_789_012.3456, 6, "can't have more than 15 significant digits: round it to 3 decimals"],
    [Number.NaN, 6, 'must be a finite number'],
    [Number.POSITIVE_INFINITY, 6, 'must be a finite number'],
  ])('refuses %d with %d decimals', (value, decimals, expected) => {
    expect(readDecimal(value, decimals)).toMatchObject({ en: expected });
  });

  it('reads every decimal of at most 15 digits exactly', () => {
    const decimals = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(decimals, fc.maxSafeNat(), fc.boolean(), (places, raw, isNegative) => {
        const digits = raw % 1e15;
        fc.pre(digits < 10 ** (12 + places));
        const text = digits.toString().padStart(places + 1, '0');
        const literal = `${isNegative ? '-' : ''}${text.slice(0, text.length - places)}.${text.slice(text.length - places)}0`;
        const expected = BigInt(digits) * 10n ** BigInt(6 - places) * (isNegative ? -1n : 1n);
        expect(readDecimal(Number(literal), 6)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('never rounds: what it reads parses back to the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const read = readDecimal(value, 6);
        expect(typeof read === 'bigint' ? Number(`${read}e-6`) : value).toBe(value === 0 ? 0 : value);
      }),
      { numRuns: 2000 },
    );
  });
});
