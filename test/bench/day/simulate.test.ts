import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildArrivals, DAY, findBusiestHour } from '../../../ops/lab/bench/day/arrivals.ts';
import { ASSUMPTIONS } from '../../../ops/lab/bench/day/assumptions.ts';
import { readCosts } from '../../../ops/lab/bench/day/costs.ts';
import { type Installation, JOBS_AT_ONCE } from '../../../ops/lab/bench/day/installation.ts';
import { simulate } from '../../../ops/lab/bench/day/simulate.ts';
import type { Finding } from '../../../ops/lab/bench/report/finding.ts';

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const { findings } = JSON.parse(read('ops/lab/bench/results.json')) as { findings: Finding[] };
const costs = readCosts(findings);
const INSTALLATION: Installation = { ingresses: 1, issuers: 1, renderers: 2, remitters: 1, databaseCores: 2 };
const CONDITIONS = {
  aeatAnswerSeconds: 2,
  aeatWaitSeconds: 60,
  walSyncSeconds: 0.001,
  walBytesPerSecond: 2e8,
  reads: 1,
};
const INVOICES = 10_000;
const arrivals = buildArrivals(INVOICES, 1);

describe('buildArrivals', () => {
  it('returns the same sorted arrivals for the same seed, and others for another seed', () => {
    expect(buildArrivals(INVOICES, 1)).toEqual(arrivals);
    expect(buildArrivals(INVOICES, 2)).not.toEqual(arrivals);
    expect([...arrivals.times].toSorted((a, b) => a - b)).toEqual([...arrivals.times]);
    expect(arrivals.times.at(-1)).toBeLessThan(DAY);
  });

  it('returns the requested number of invoices in batches of each size', () => {
    expect(arrivals.invoices).toBe(INVOICES);
    for (const { size, share } of ASSUMPTIONS.batchSizes.value)
      expect(arrivals.sizes.filter((each) => each === size).length * size).toBe(INVOICES * share);
  });

  it('gives the busiest hour its share, and the first organization the most invoices', () => {
    const { from, share } = findBusiestHour();
    const within = buildArrivals(200_000, 4, [from, from + 3600]);
    expect(within.invoices / 200_000).toBeGreaterThan(share * 0.7);
    expect(within.invoices / 200_000).toBeLessThan(share * 1.3);
    const ofFirst = within.organizations.filter((each) => each === 1).length / within.organizations.length;
    expect(ofFirst).toBeGreaterThan(0.05);
    expect(ofFirst).toBeLessThan(0.15);
  });
});

describe('a simulated day', () => {
  const outcome = simulate(arrivals, INSTALLATION, costs, CONDITIONS);

  it('has the same outcome when it is repeated', () => {
    const again = simulate(arrivals, INSTALLATION, costs, CONDITIONS);
    expect({ ...again, waits: again.waits.issued.mean() }).toEqual({
      ...outcome,
      waits: outcome.waits.issued.mean(),
    });
  });

  it('uses the cost of its batches, regardless of the waiting', () => {
    const sum = (of: ReadonlyMap<number, { pdfs: number; batches: number }>, name: 'pdfs' | 'batches') =>
      arrivals.sizes.reduce((all, size) => all + of.get(size)![name], 0);
    const small = simulate(arrivals, { ...INSTALLATION, renderers: 1 }, costs, CONDITIONS);
    expect(small.whole.cores.pdfs).toBeCloseTo(outcome.whole.cores.pdfs, 6);
    expect(outcome.whole.cores.pdfs / sum(costs.render, 'pdfs')).toBeCloseTo(1, 1);
    expect(small.waits.rendered.mean()).toBeGreaterThan(outcome.waits.rendered.mean());
  });

  it('sends the waiting records of a chain together, so a longer wait means fewer envelopes', () => {
    const longer = simulate(arrivals, INSTALLATION, costs, { ...CONDITIONS, aeatWaitSeconds: 600 });
    expect(longer.envelopes).toBeLessThan(outcome.envelopes);
    expect(outcome.envelopes).toBeLessThanOrEqual(arrivals.times.length + INVOICES / 1000);
  });

  it('keeps the order of accepting, issuing, rendering and submission', () => {
    const { accepted, issued, rendered, remitted } = outcome.waits;
    expect(issued.mean()).toBeGreaterThan(accepted.mean());
    expect(rendered.mean()).toBeGreaterThan(issued.mean());
    expect(remitted.quantile(0)).toBeGreaterThanOrEqual(CONDITIONS.aeatAnswerSeconds);
  });
});

it('JOBS_AT_ONCE matches the concurrency of the workers', () => {
  expect(read('workers/main.ts')).toContain(`const REMISSIONS_AT_ONCE = ${JOBS_AT_ONCE.remitting};`);
  const [, setting] = /WORKER_CONCURRENCY: Type\.Integer\(\{([^}]*)\}/.exec(
    read('src/platform/config/environment.ts'),
  )!;
  expect(setting).toContain(`default: ${JOBS_AT_ONCE.issuing},`);
});
