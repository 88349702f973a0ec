import { assert, asyncProperty, nat, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPoison } from '../../src/issue/find-poison.ts';

describe('findPoison', () => {
  it('finds exactly the items that fail by themselves', async () => {
    const property = asyncProperty(uniqueArray(nat(500)), uniqueArray(nat(500)), async (items, bad) => {
      const poison = new Set(bad);
      const attempt = async (tried: readonly number[]) => !tried.some((item) => poison.has(item));
      expect(await findPoison(items, attempt)).toEqual(items.filter((item) => poison.has(item)));
    });
    await assert(property);
  });

  it('needs about 2 · log2(n) attempts for one of a thousand', async () => {
    let attempts = 0;
    const found = await findPoison([...Array(1000).keys()], async (tried) => {
      attempts += 1;
      return !tried.includes(777);
    });
    expect(found).toEqual([777]);
    expect(attempts).toBeLessThanOrEqual(22);
  });

  it('returns one of several items that fail only together', async () => {
    const attempt = async (tried: readonly number[]) => !(tried.includes(1) && tried.includes(9));
    expect(await findPoison([...Array(10).keys()], attempt)).toHaveLength(1);
  });
});
