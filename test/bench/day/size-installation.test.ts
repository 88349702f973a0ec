import { describe, expect, it } from 'vitest';
import type { Installation } from '../../../ops/lab/bench/day/installation.ts';
import { OBJECTIVES } from '../../../ops/lab/bench/day/objectives.ts';
import type { Outcome, Waits } from '../../../ops/lab/bench/day/simulate.ts';
import { sizeInstallation } from '../../../ops/lab/bench/day/size-installation.ts';

/** Cores that the busiest hour keeps busy. */
const BUSY = { ingress: 0.7, batches: 1.3, pdfs: 9.6, remission: 0.1, postgres: 2 };
type Needs = Partial<Record<keyof Installation, number>>;

/** A day whose objectives are met as soon as there is so much of each. */
function openDay(needs: Readonly<Record<keyof Waits, Needs>>) {
  const tried: Installation[] = [];
  const run = (installation: Installation): Outcome => {
    tried.push(installation);
    const waits = Object.entries(OBJECTIVES).map(([name, seconds]) => {
      const wanted = Object.entries(needs[name as keyof Waits]) as [keyof Installation, number][];
      const isMet = wanted.every(([knob, count]) => installation[knob]! >= count);
      return [name, { quantile: () => (isMet ? seconds / 2 : seconds * 2) }];
    });
    const cores = Object.fromEntries(Object.entries(BUSY).map(([name, busy]) => [name, busy * 3600]));
    return { hour: { cores }, waits: Object.fromEntries(waits) } as unknown as Outcome;
  };
  return { run, tried };
}
const NOTHING = { accepted: {}, issued: {}, rendered: {}, remitted: {} };
/** Of BUSY, with three tenths free. */
const SMALLEST = { ingresses: 1, issuers: 2, renderers: 14, remitters: 1, databaseCores: 3 };

describe('the smallest installation', () => {
  it('keeps the cores of its busiest hour seven tenths busy, where that meets the objectives', () => {
    const { run, tried } = openDay(NOTHING);
    expect(sizeInstallation(run).installation).toEqual(SMALLEST);
    expect(tried).toHaveLength(2);
  });

  it.each([
    ['accepted', { ingresses: 3, databaseCores: 4 }, { ...SMALLEST, ingresses: 3, databaseCores: 5 }],
    ['issued', { issuers: 4 }, { ...SMALLEST, issuers: 4, databaseCores: 5 }],
    ['rendered', { renderers: 16 }, { ...SMALLEST, renderers: 16 }],
    ['remitted', { remitters: 2 }, { ...SMALLEST, remitters: 2 }],
  ] as const)('has more of what serves an objective that is missed: %s', (name, needs, found) => {
    const { run } = openDay({ ...NOTHING, [name]: needs });
    expect(sizeInstallation(run).installation).toEqual(found);
  });

  it('is told as it is where more processes do not help, with what it misses', () => {
    const { run, tried } = openDay({ ...NOTHING, remitted: { remitters: 1_000_000 } });
    const { outcome } = sizeInstallation(run);
    expect(tried.length).toBeLessThan(20);
    expect(outcome.waits.remitted.quantile(0.99)).toBeGreaterThan(OBJECTIVES.remitted);
  });
});
