import { describe, expect, it } from 'vitest';
import { growthOf } from './growth.ts';

/** Touches as many numbers as `steps` says. */
function count(steps: number): number {
  let sum = 0;
  for (let step = 0; step < steps; step += 1) sum = (sum + step) % 1009;
  return sum;
}

describe('the growth of what takes', () => {
  const sizes = { small: 500, large: 4000 };

  it('linear time is that of the size', async () => {
    expect(await growthOf((size) => count(size * 1000), sizes)).toBeLessThan(20);
  });

  it('quadratic time is that of its square, however many tries there are', async () => {
    expect(await growthOf((size) => count(size * size), sizes)).toBeGreaterThan(40);
  });
});
