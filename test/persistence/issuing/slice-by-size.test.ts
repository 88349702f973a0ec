import { array, assert, integer, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sliceBySize } from '../../../src/persistence/issuing/slice-by-size.ts';

describe('sliceBySize', () => {
  it('keeps every item in its order, and each slice below the limit unless it is one item', () => {
    const sizes = array(nat(50));
    assert(
      property(sizes, integer({ min: 1, max: 100 }), (items, largest) => {
        const slices = sliceBySize(items, (item) => item, largest);
        expect(slices.flat()).toEqual(items);
        for (const slice of slices) {
          expect(slice.length).toBeGreaterThan(0);
          const size = slice.reduce((sum, item) => sum + item, 0);
          expect(slice.length === 1 || size <= largest).toBe(true);
        }
      }),
    );
  });

  it('makes one slice of a batch of ordinary invoices', () => {
    expect(sliceBySize(Array<string>(1000).fill('x'.repeat(2000)), ({ length }) => length)).toHaveLength(1);
  });
});
