import { describe, expect, it } from 'vitest';
import { buildFaultTable } from '../../faults/fault-records.ts';
import { countAnswers } from '../../faults/support/count-answers.ts';
import { findLongestGap } from './find-longest-gap.ts';

describe('the figures of a run', () => {
  it('findLongestGap compares neighbours in time, in any order of input', () => {
    expect(findLongestGap([])).toBe(0);
    expect(findLongestGap([5])).toBe(0);
    expect(findLongestGap([10, 1, 4, 30])).toBe(20);
  });

  it('countAnswers counts, by kind, the answers other than 201 since a given time', () => {
    const client = {
      refusals: [
        { at: 1, status: 503, text: '{"error":{"code":"x","message":"Early"}}' },
        { at: 3, status: 503, text: '{"error":{"code":"x","message":"No ingress is ready"}}' },
        { at: 4, status: 503, text: '{"error":{"code":"x","message":"No ingress is ready"}}' },
        { at: 5, status: 502, text: '<html>' },
      ],
      misses: [{ at: 6, why: 'ECONNRESET' }],
    };
    expect(countAnswers(7, [client], 2)).toEqual({
      acknowledged: 7,
      refused: 3,
      reasons: { '503 No ingress is ready': 2, '502': 1, 'no answer: ECONNRESET': 1 },
    });
  });

  it('buildClusterTable has a row for each fault, including skipped ones', () => {
    const columns = { 'longest time without a 201': 'no 201 for' };
    const faults = [
      {
        name: 'lose',
        hurts: 'all of it',
        measures: [
          { what: 'promoted', seconds: 18.4 },
          { what: 'first 201', seconds: 0.2, limit: 5 },
          { what: 'longest time without a 201', seconds: 19 },
        ],
      },
      { name: 'cut', hurts: 'the network', skipped: 'no root', measures: [] },
    ];
    expect(buildFaultTable(faults, columns).split('\n')).toEqual([
      '| fault | description | no 201 for | other times |',
      '|---|---|---|---|',
      '| `lose` | all of it | 19.0 s | promoted: 18.4 s; first 201: 0.2 s (goal: 5) |',
      '| `cut` | the network | – | not run: no root |',
      '',
    ]);
  });
});
