import { describe, expect, it } from 'vitest';
import { isNear } from '../../../ops/lab/bench/day/check/check-result.ts';
import { compareDay, type RunFacts } from '../../../ops/lab/bench/day/check/compare-day.ts';
import { buildArrivals } from '../../../ops/lab/bench/day/arrivals.ts';
import { readOptions } from '../../../ops/lab/bench/day/read-options.ts';
import { loadCosts } from '../../../ops/lab/bench/day/results.ts';

describe('the comparison of a run with its simulation', () => {
  it.each([
    { measured: 10, isIt: true },
    { measured: 25, isIt: true },
    { measured: 41, isIt: false },
    { measured: 4, isIt: false },
    { measured: 6, isIt: true },
  ])('judges $measured against a prediction of 10 to 20 and a bound of 2', ({ measured, isIt }) => {
    expect(isNear({ what: '', unit: 's', predicted: [10, 20], measured, bound: 2, slack: 0 })).toBe(isIt);
    expect(isNear({ what: '', unit: 's', predicted: [10, 20], measured, bound: 2, slack: 30 })).toBe(true);
  });

  it('fails if a duty takes five times as long, bytes are missing, or an unpredicted backlog exists', () => {
    const arrivals = buildArrivals(2000, 1);
    const costs = loadCosts();
    const blank: RunFacts = {
      seconds: 86_000,
      used: { ingress: 0, batches: 0, pdfs: 0, remission: 0, postgres: 0, redis: 0 },
      written: { walBytes: 0, walSyncs: 0, bytesAtRest: 0 },
      envelopes: 0,
      waits: Object.fromEntries(
        ['accepted', 'issued', 'rendered', 'remitted'].map((name) => [name, { median: 0, p99: 0 }]),
      ) as RunFacts['waits'],
      answerSeconds: 0.1,
      waitSeconds: 5,
      cores: 2,
      coresLeft: 1,
    };
    const predicted = compareDay(arrivals, blank, costs);
    expect(predicted.filter((each) => !isNear(each)).length).toBeGreaterThan(7);
    const asPredicted = predicted.map((each) => ({ ...each, measured: each.predicted[0] }));
    expect(asPredicted.every(isNear)).toBe(true);
    const beyond = predicted.map((each) => ({
      ...each,
      measured: each.predicted[1] * 5 + each.slack + 1,
    }));
    expect(beyond.filter(isNear)).toEqual([]);
  });
});

describe('the options of npm run day', () => {
  it('select the documented days, another day, or the check', () => {
    expect(readOptions([])).toMatchObject({ invoices: [1e6, 1e7, 1e8], isCheck: false, seed: 1 });
    expect(readOptions(['--invoices=3000000', '--seed=4'])).toMatchObject({ invoices: [3e6], seed: 4 });
    expect(readOptions(['--check', '--minutes=2'])).toMatchObject({
      invoices: [1e4],
      minutes: 2,
      isCheck: true,
    });
  });

  it.each(['--invoices=ten', '--invoices=5', '--seed=0', '--minutes=-1', '--days=2'])(
    'refuse %s with a message of one line',
    (arg) => {
      expect(() => readOptions([arg])).toThrow(/^[^\n]+$/);
    },
  );

  it('refuse --keep together with --invoices', () => {
    expect(() => readOptions(['--keep', '--invoices=20000'])).toThrow('--keep');
  });
});
