import { describe, expect, it } from 'vitest';
import { createBatchSizes } from '../../src/render/batch-sizes.ts';

describe('render batches of a large job', () => {
  it('have the largest size while no small job runs, with any number of large jobs', () => {
    const enter = createBatchSizes();
    using first = enter(25);
    using second = enter(1000);
    expect([first.most, second.most]).toEqual([25, 25]);
  });

  it('are small while a small job runs, and of medium size for ten seconds after it', () => {
    let now = 0;
    const enter = createBatchSizes(() => now);
    using large = enter(25);
    const [one, four] = [enter(1), enter(4)];
    expect(large.most).toBe(4);
    one[Symbol.dispose]();
    expect(large.most).toBe(4);
    four[Symbol.dispose]();
    expect(large.most).toBe(9);
    now = 9999;
    expect(large.most).toBe(9);
    now = 10_000;
    expect(large.most).toBe(25);
  });

  it('are not limited for a small job', () => {
    const enter = createBatchSizes();
    using small = enter(3);
    expect(small.most).toBeGreaterThanOrEqual(3);
  });
});
