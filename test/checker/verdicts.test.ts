import { describe, expect, it } from 'vitest';
import { buildTable } from '../../ops/checker/build-table.ts';

describe('the table of verdicts', () => {
  it('does not call a rule kept that had nothing to look at', () => {
    const verdict = { invariant: 'I1', says: 'A rule', broken: 0, places: [] } as const;
    const table = buildTable([
      { ...verdict, looked: 0 },
      { ...verdict, looked: 3 },
    ]);
    expect(table).toMatch(/^I1 +nothing +0 looked at/);
    expect(table).toContain('All 2 rules that were looked at hold; 1 of them had nothing to look at.');
  });

  it('tells what waits for work apart from what is broken', () => {
    const verdict = { invariant: 'I4', says: 'A rule', looked: 9, broken: 2, places: ['here'] } as const;
    const table = buildTable([
      { ...verdict, awaitsWork: true },
      { ...verdict, broken: 0, places: [] },
    ]);
    expect(table).toMatch(/^I4 +WAITS 2 +9 looked at/);
    expect(table).toContain('All 1 rules that were looked at, and wait for no work, hold');
    expect(table).not.toContain('BROKEN');
  });

  it('names how many more there are than it shows', () => {
    const verdict = {
      invariant: 'I1',
      says: 'A rule',
      looked: 9,
      broken: 7,
      places: ['here', 'there'],
    } as const;
    expect(buildTable([verdict])).toContain('and 5 more');
  });
});
