import { describe, expect, it } from 'vitest';
import type { Installation } from '../../../ops/lab/bench/day/installation.ts';
import { OBJECTIVES } from '../../../ops/lab/bench/day/objectives.ts';
import type { Outcome, Waits } from '../../../ops/lab/bench/day/simulate.ts';
import { sizeInstallation } from '../../../ops/lab/bench/day/size-installation.ts';

/** The number of cores that are busy in the busiest hour. */
const BUSY = { ingress: 0.7, batches: 1.3, pdfs: 9.6, remission: 0.1, postgres: 2 };
type Needs = Partial<Record<keyof Installation, number>>;

/** Returns a simulated day that meets each objective if the installation has at least the given numbers. */
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
/** The installation in which BUSY uses at most seven tenths of the cores. */
const SMALLEST = { ingresses: 1, issuers: 2, renderers: 14, remitters: 1, databaseCores: 3 };

describe('sizeInstallation', () => {
  it('uses at most seven tenths of the cores in the busiest hour if that meets the objectives', () => {
    const { run, tried } = openDay(NOTHING);
    expect(sizeInstallation(run).installation).toEqual(SMALLEST);
    expect(tried).toHaveLength(2);
  });

  it.each([
    ['accepted', { ingresses: 3, databaseCores: 4 }, { ...SMALLEST, ingresses: 3, databaseCores: 5 }],
    ['issued', { issuers: 4 }, { ...SMALLEST, issuers: 4, databaseCores: 5 }],
    ['rendered', { renderers: 16 }, { ...SMALLEST, renderers: 16 }],
    ['remitted', { remitters: 2 }, { ...SMALLEST, remitters: 2 }],
  ] as const)('adds the processes that a missed objective needs: %s', (name, needs, found) => {
    const { run } = openDay({ ...NOTHING, [name]: needs });
    expect(sizeInstallation(run).installation).toEqual(found);
  });

  it('stops if more processes do not help, and returns the missed objectives', () => {
    const { run, tried } = openDay({ ...NOTHING, remitted: { remitters: 1_000_000 } });
    const { outcome } = sizeInstallation(run);
    expect(tried.length).toBeLessThan(20);
    expect(outcome.waits.remitted.quantile(0.99)).toBeGreaterThan(OBJECTIVES.remitted);
  });
});
