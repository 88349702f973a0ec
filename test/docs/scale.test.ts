import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isNear } from '../../ops/lab/bench/day/check/check-result.ts';
import { buildAssumptionTable, buildCostTable } from '../../ops/lab/bench/day/report/build-basis-tables.ts';
import {
  buildLimitTable,
  buildNeedTable,
  buildWaitTable,
} from '../../ops/lab/bench/day/report/build-load-tables.ts';
import { loadCosts, loadResults, signBasis } from '../../ops/lab/bench/day/results.ts';

const FILE = new URL('../../docs/scale.md', import.meta.url);

const { simulated, checked } = loadResults();
const costs = loadCosts();

describe('docs/scale.md', () => {
  it.each([
    ['needs', () => buildNeedTable(simulated!.loads)],
    ['waits', () => buildWaitTable(simulated!.loads)],
    ['limits', () => buildLimitTable(simulated!.loads)],
    ['costs', () => buildCostTable(costs)],
    ['assumptions', () => buildAssumptionTable()],
  ])('contains the table "%s" of the kept results', (name, build) => {
    const text = readFileSync(FILE, 'utf8');
    const parts = new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- /${name} -->)`);
    expect(text).toMatch(parts);
    const whole = text.replace(parts, (_, begin, end) => `${begin}${build()}\n${end}`);
    if (process.env['UPDATE_GOLDEN']) writeFileSync(FILE, whole);
    expect(readFileSync(FILE, 'utf8')).toBe(whole);
  });
});

describe('the results that docs/scale.md shows', () => {
  it('were simulated with the current costs and assumptions (otherwise run npm run day -- --keep)', () => {
    expect(simulated?.basis).toBe(signBasis(costs));
    expect(simulated?.loads.map(({ invoices }) => invoices)).toEqual([1e6, 1e7, 1e8]);
  });

  it('match a real run within their bounds (otherwise run npm run day -- --check --keep)', () => {
    expect(checked?.comparisons.filter((each) => !isNear(each))).toEqual([]);
    expect(checked?.comparisons.length).toBeGreaterThan(15);
  });
});
