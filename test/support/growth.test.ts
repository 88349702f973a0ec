import { describe, expect, it } from 'vitest';
import { growthOf } from './growth.ts';

/** Touches `steps` numbers. */
function count(steps: number): number {
  let sum = 0;
  for (let step = 0; step < steps; step += 1) sum = (sum + step) % 1009;
  return sum;
}

describe('growthOf', () => {
  const sizes = { small: 500, large: 4000 };

  it('returns the ratio of the sizes for work in linear time', async () => {
    // The small size takes many times as long as the interval in which the kernel accounts for processor time.
    expect(await growthOf((size) => count(size * 10_000), sizes)).toBeLessThan(20);
  });

  it('returns the square of the ratio for work in quadratic time, even over many tries', async () => {
    expect(await growthOf((size) => count(size * size), sizes)).toBeGreaterThan(40);
  });
});
