import { describe, expect, it } from 'vitest';
import { findOwnReferences, judgeComparison } from '../../../src/domain/verifactu/judge-comparison.ts';
import { buildConsulted } from '../support/answers.ts';

const consulted = (externalReference: string | null, installationNumber: string | null = 'I-1') =>
  buildConsulted({ externalReference, installationNumber, hash: 'A' });

const CHAIN = { chainId: 7, installationNumber: 'I-1' };

describe('the comparison of a restored chain with AEAT’s register', () => {
  it('counts only records with a reference of the chain', () => {
    const records = [
      consulted('7-1'),
      consulted('8-2'),
      consulted(null),
      consulted('7-x'),
      consulted('17-1'),
    ];
    expect(findOwnReferences(CHAIN, records)).toEqual([{ sequence: 1, hash: 'A' }]);
  });

  it('ignores records of another installation, but counts those without an installation', () => {
    const records = [consulted('7-1', 'I-2'), consulted('7-2', null)];
    expect(findOwnReferences(CHAIN, records)).toEqual([{ sequence: 2, hash: 'A' }]);
  });

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
