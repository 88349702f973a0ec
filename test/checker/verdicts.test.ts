import { describe, expect, it } from 'vitest';
import { buildTable } from '#src/checker/build-table.ts';

describe('the table of verdicts', () => {
  it('does not report a rule as holding if it had nothing to check', () => {
    const verdict = { invariant: 'I1', says: 'A rule', broken: 0, places: [] } as const;
    const table = buildTable([
      { ...verdict, looked: 0 },
      { ...verdict, looked: 3 },
    ]);
    expect(table).toMatch(/^I1 +no rows +0 checked/);
    expect(table).toContain('All 2 checked rules hold; 1 of them had nothing to check.');
  });

  it('distinguishes unfinished work from violations', () => {
    const verdict = { invariant: 'I4', says: 'A rule', looked: 9, broken: 2, places: ['here'] } as const;
    const table = buildTable([
      { ...verdict, awaitsWork: true },
      { ...verdict, broken: 0, places: [] },
    ]);
    expect(table).toMatch(/^I4 +WAITS 2 +9 checked/);
    expect(table).toContain('All 1 checked rules without unfinished work hold');
    expect(table).not.toContain('BROKEN');
  });

  it('counts the places that it does not show', () => {
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
