import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawBar, listBars } from '../../../clients/typescript/src/cli/bars.ts';

describe('a progress bar', () => {
  it('always has the same length, and is full only when everything is done', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(10_000), (done, left) => {
        const of = done + left;
        const drawn = drawBar({ name: 'issued', done, of, wrong: '' });
        const [bar = ''] = /[█░]+/.exec(drawn) ?? [];
        expect(bar).toHaveLength(30);
        expect(bar.includes('░')).toBe(left > 0 || of === 0);
        expect(drawn.endsWith(` ${done}/${of}`)).toBe(true);
      }),
    );
  });

  it('shows failures beside it', () => {
    const verifactu = { remission: 1, accepted: 2, accepted_with_errors: 1, rejected: 3 };
    const bars = listBars({ invoices_count: 9, pending: 0, processed: 7, failed: 2, rendered: 5, verifactu });
    expect(bars.map(({ done, of, wrong }) => [done, of, wrong])).toEqual([
      [9, 9, '  2 failed'],
      [5, 7, ''],
      [6, 7, '  3 rejected  1 with errors'],
    ]);
  });
});
