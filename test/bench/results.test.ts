import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildCharts } from '../../ops/lab/bench/report/build-charts.ts';
import { buildMarkdown } from '../../ops/lab/bench/report/build-markdown.ts';
import { mergeResults } from '../../ops/lab/bench/report/write-results.ts';
import { type Finding, isMet } from '../../ops/lab/bench/report/finding.ts';
import { GOALS } from './support/goals.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CHARTS = path.join(ROOT, 'ops', 'lab', 'bench', 'charts');
const { findings } = JSON.parse(
  readFileSync(path.join(ROOT, 'ops', 'lab', 'bench', 'results.json'), 'utf8'),
) as {
  findings: (Finding & { isMet: boolean | null })[];
};

describe('the results of the benchmark', () => {
  test('match the table in docs/benchmarks.md', () => {
    const text = readFileSync(path.join(ROOT, 'docs', 'benchmarks.md'), 'utf8');
    const [, table] = /<!-- bench -->\n([\s\S]*?)\n<!-- \/bench -->/.exec(text) ?? [];
    expect(table).toBe(buildMarkdown(findings));
  });

  test('have one row per goal and limit, with the worst finding', () => {
    const find = (goal: string, median: number, limit: Finding['limit'] = { most: 2 }) =>
      ({
        goal,
        what: `case ${median}`,
        unit: '×',
        value: { median, low: median, high: median },
        limit,
      }) as Finding;
    const several = [1, 1.9, 1.2].map((median) => find('8', median));
    const rows = buildMarkdown([find('1', 3), ...several, find('8', 7, { least: 6 })])
      .split('\n')
      .slice(2);
    expect(rows).toEqual([
      '| 1 | case 3 | ≤ 2 × | 3 (3 to 3) | **no** |',
      '| 8 | case 1.9 (the worst of 3) | ≤ 2 × | 1.9 (1.9 to 1.9) | yes |',
      '| 8 | case 7 | ≥ 6 × | 7 (7 to 7) | yes |',
    ]);
  });

  test('match the charts', () => {
    const charts = buildCharts(findings);
    expect(readdirSync(CHARTS).toSorted()).toEqual(
      [...charts.keys()].map((name) => `${name}.svg`).toSorted(),
    );
    for (const [name, svg] of charts) {
      expect(readFileSync(path.join(CHARTS, `${name}.svg`), 'utf8')).toBe(svg);
    }
  });

  test('state for each goal whether it meets its limit', () => {
    for (const finding of findings) expect(finding.isMet).toBe(isMet(finding));
  });

  test('contain every goal', () => {
    const goals = new Set(findings.map(({ goal }) => goal));
    expect([...goals]).toEqual(GOALS);
  });

  test('have all of their charts in docs/benchmarks.md', () => {
    const text = readFileSync(path.join(ROOT, 'docs', 'benchmarks.md'), 'utf8');
    const shown = [...text.matchAll(/\]\(\.\.\/(ops\/lab\/bench\/charts\/[^)]+)\)/g)].map(
      ([, file]) => file!,
    );
    expect(shown.every((file) => existsSync(path.join(ROOT, file)))).toBe(true);
    expect(shown).toHaveLength(readdirSync(CHARTS).length);
  });

  test('keep the position of goals that were measured again, and add new goals after the last number', () => {
    const find = (goal: string, what: string) => ({ goal, what }) as Finding;
    const kept = {
      minutes: 15,
      findings: [find('1', 'a'), find('8', 'b'), find('8', 'c'), find('loop', 'd')],
    };
    const facts = { goals: ['8', '12'] };
    const merged = mergeResults(kept, facts, [find('8', 'e'), find('12', 'f')]);
    expect(merged.findings.map(({ what }) => what).join('')).toBe('aefd');
    expect(merged).toMatchObject({ minutes: 15, later: [facts] });
    const again = mergeResults(merged, { goals: ['8'] }, [find('8', 'g')]);
    expect(again.later).toEqual([{ goals: ['12'] }, { goals: ['8'] }]);
  });
});
