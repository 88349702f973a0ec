import { describe, expect, it } from 'vitest';
import type { ConsultedRecord } from '../../../src/domain/verifactu/answer.ts';
import { findOwnReferences, judgeComparison } from '../../../src/domain/verifactu/judge-comparison.ts';

const consulted = (externalReference: string | null, hash: string | null = 'A'): ConsultedRecord => ({
  issuerNif: 'B12345674',
  number: 'F-1',
  issueDate: '2026-11-20',
  externalReference,
  hash,
  state: 'accepted',
  code: null,
  text: null,
});

describe('a restored chain against AEAT’s register', () => {
  it('counts only records that carry a reference of its own', () => {
    const records = [
      consulted('7-1'),
      consulted('8-2'),
      consulted(null),
      consulted('7-x'),
      consulted('17-1'),
    ];
    expect(findOwnReferences(7, records)).toEqual([{ sequence: 1, hash: 'A' }]);
  });

  it('is the same where AEAT has what we have, or less', () => {
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

  it('is not called the same where AEAT shows one of its records without a huella', () => {
    const ours = new Map([1, 2].map((sequence) => [sequence, 'A']));
    const one = { sequence: 1, hash: 'A' };
    expect(judgeComparison([one, { sequence: 2, hash: null }], ours)).toEqual({
      kind: 'unclear',
      sequence: 2,
    });
    expect(judgeComparison([one, { sequence: 3, hash: null }], ours)).toMatchObject({ kind: 'ahead' });
  });

  it('is behind where AEAT has more, or another record in the same place', () => {
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
