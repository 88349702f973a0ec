import { describe, expect, it } from 'vitest';
import { judgeComparison } from 'verifactu-protocol/remission/judge-comparison';

describe('the comparison of a restored chain with AEAT’s register', () => {
  it('returns "same" if AEAT has the same records or fewer', () => {
    const ours = new Map([1, 2, 3].map((sequence) => [sequence, 'A']));
    expect(judgeComparison([], ours)).toEqual({ kind: 'same' });
    expect(
      judgeComparison(
        [
          { sequence: 2, hash: 'A' },
          { sequence: 1, hash: 'A' },
        ],
        ours,
      ),
    ).toEqual({ kind: 'same' });
  });

  it('returns "unclear" if AEAT shows one of the records without a huella', () => {
    const ours = new Map([1, 2].map((sequence) => [sequence, 'A']));
    const one = { sequence: 1, hash: 'A' };
    expect(judgeComparison([one, { sequence: 2, hash: null }], ours)).toEqual({
      kind: 'unclear',
      sequence: 2,
    });
    expect(judgeComparison([one, { sequence: 3, hash: null }], ours)).toMatchObject({ kind: 'ahead' });
  });

  it('returns "ahead" if AEAT has more records, or another record with the same sequence number', () => {
    const ours = new Map([1, 2].map((sequence) => [sequence, 'A']));
    const more = [9, 2, 4].map((sequence) => ({ sequence, hash: 'A' }));
    expect(judgeComparison(more, ours)).toEqual({ kind: 'ahead', sequence: 4, last: 9, forkedAt: null });
    expect(judgeComparison([{ sequence: 2, hash: 'B' }], ours)).toEqual({
      kind: 'ahead',
      sequence: 2,
      last: 2,
      forkedAt: 2,
    });
    const both = [3, 2, 1].map((sequence) => ({ sequence, hash: sequence === 1 ? 'A' : 'B' }));
    expect(judgeComparison(both, ours)).toEqual({ kind: 'ahead', sequence: 2, last: 3, forkedAt: 2 });
  });
});
