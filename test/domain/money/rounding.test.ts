import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCents, formatDecimal, roundDivision } from '../../../src/domain/money/decimals.ts';

describe('roundDivision', () => {
  it.each([
    [5n, 10n, 1n],
    [4n, 10n, 0n],
    [-5n, 10n, -1n],
    [-4n, 10n, 0n],
    [15n, 10n, 2n],
    [25n, 10n, 3n],
    [-25n, 10n, -3n],
    [0n, 10n, 0n],
    [999_999_999_999_999_999_995n, 10n, 100_000_000_000_000_000_000n],
  ])('rounds %d / %d half away from zero', (dividend, divisor, expected) => {
    expect(roundDivision(dividend, divisor)).toBe(expected);
  });

  it('is symmetric and never further than half a unit away', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        fc.constantFrom(2n, 100n, 10_000n, 10n ** 14n),
        (a, d) => {
          const rounded = roundDivision(a, d);
          expect(roundDivision(-a, d)).toBe(-rounded);
          const distance = rounded * d - a;
          expect((distance < 0n ? -distance : distance) * 2n <= d).toBe(true);
        },
      ),
    );
  });
});

describe('formatDecimal', () => {
  it.each([
    [12_500n, 4, 2, '1.25'],
    [12_500n, 4, 0, '1.25'],
    [10_000n, 4, 2, '1.00'],
    [10_000n, 4, 0, '1'],
    [-1n, 2, 2, '-0.01'],
    [-1n, 6, 2, '-0.000001'],
    [0n, 6, 2, '0.00'],
    [0n, 2, 0, '0'],
    [100_00n, 2, 0, '100'],
    [7_50n, 2, 0, '7.5'],
  ])('writes %d with scale %d, %d decimals kept, as %s', (scaled, decimals, kept, expected) => {
    expect(formatDecimal(scaled, decimals, kept)).toBe(expected);
  });

  it('writes cents with two decimals, which read back to the same cents', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (cents) => {
        const text = formatCents(cents);
        expect(text).toMatch(/^-?(0|[1-9]\d*)\.\d{2}$/);
        expect(BigInt(text.replace('.', ''))).toBe(cents);
      }),
    );
  });
});
