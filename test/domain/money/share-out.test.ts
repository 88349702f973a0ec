import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundDivision, shareOut } from '../../../src/domain/money/decimals.ts';

const UNIT = 10_000n;

const amounts = fc.array(
  fc.oneof(
    fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
    fc.constantFrom(0n, 5_000n, 4_999n, 12_1121n, -12_1121n),
  ),
  { maxLength: 60 },
);

function add(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}

function share(values: readonly bigint[]): bigint[] {
  return shareOut(values, UNIT, roundDivision(add(values), UNIT));
}

describe('shareOut', () => {
  it('returns shares that add up to the sum, each less than a cent away from its amount', () => {
    fc.assert(
      fc.property(amounts, (values) => {
        const shares = share(values);
        expect(add(shares)).toBe(roundDivision(add(values), UNIT));
        for (const [place, value] of values.entries()) {
          const distance = shares[place]! * UNIT - value;
          expect((distance < 0n ? -distance : distance) < UNIT).toBe(true);
        }
      }),
    );
  });

  it('distributes negated amounts to negated shares, which makes a correction mirror its invoice', () => {
    fc.assert(
      fc.property(amounts, (values) => {
        expect(share(values.map((value) => -value))).toEqual(share(values).map((value) => -value));
      }),
    );
  });

  it.each([
    ['no difference', [10_0000n, 20_0000n], [10n, 20n]],
    [
      'a surplus cent by reducing the share that was rounded up most',
      [10_5000n, 10_6000n, 10_9000n],
      [10n, 11n, 11n],
    ],
    ['a missing cent to the first of equal amounts', [12_1121n, 12_4000n, 12_4000n], [12n, 13n, 12n]],
    ['no cent to an amount of zero', [0n, 12_4000n, 12_4000n], [0n, 13n, 12n]],
    ['an empty list of amounts', [], []],
  ])('distributes %s', (_what, values, shares) => {
    expect(share(values)).toEqual(shares);
  });
});
