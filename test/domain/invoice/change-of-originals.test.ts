import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareChange } from '../../../src/domain/invoice/originals.ts';
import { formatCents } from '../../../src/domain/money/decimals.ts';

describe('the change of several originals', () => {
  const totals = fc.array(fc.bigInt({ min: -10_000_000n, max: 10_000_000n }), {
    minLength: 1,
    maxLength: 20,
  });
  const cents = fc.bigInt({ min: -10_000_000n, max: 10_000_000n });
  const add = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

  it('is shared among them without a remainder, and in proportion to their totals', () => {
    fc.assert(
      fc.property(totals, cents, fc.boolean(), (originals, total, isSubstitution) => {
        const changing = {
          type: 'R1',
          isSubstitution,
          hasOtherOriginals: false,
          total: formatCents(total),
        } as const;
        const shares = shareChange(changing, originals);
        const change = total - (isSubstitution ? add(originals) : 0n);
        expect(add(shares)).toBe(change);
        const size = (amount: bigint) => (amount < 0n ? -amount : amount);
        const weight = add(originals.map(size));
        const isFar = shares.map(
          (share, index) =>
            size(share * weight - change * size(originals[index]!)) > weight * BigInt(originals.length),
        );
        expect(weight > 0n && isFar.includes(true)).toBe(false);
      }),
    );
  });

  it('is 0 for an invoice that replaces them, and unknown, so 0, if there are others that are not stored', () => {
    const changing = { isSubstitution: false, hasOtherOriginals: false, total: '-50.00' };
    expect(shareChange({ ...changing, type: 'F3' }, [100n, 200n])).toEqual([0n, 0n]);
    expect(shareChange({ ...changing, type: 'R1', hasOtherOriginals: true }, [100n, 200n])).toEqual([0n, 0n]);
  });
});
