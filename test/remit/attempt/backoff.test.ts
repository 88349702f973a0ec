import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeBackoff } from '#src/remit/attempt/backoff.ts';

describe('the backoff of submissions to AEAT', () => {
  it('begins with seconds, grows, and always stays below an hour', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, random) => {
          const time = computeBackoff(failures, random);
          expect(time).toBeGreaterThan(5000);
          expect(time).toBeLessThanOrEqual(computeBackoff(failures + 1, 1));
          expect(time).toBeLessThan(3_600_000);
        },
      ),
    );
    expect(computeBackoff(1, 1)).toBe(10_000);
  });
});
