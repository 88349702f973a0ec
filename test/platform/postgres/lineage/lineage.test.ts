import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  formatActiveLineage,
  type ActiveLineage,
  parseActiveLineage,
  judgeLineage,
  takeIntoUse,
} from '../../../../src/platform/postgres/lineage/lineage.ts';

/* The active and superseded lineages after workers and operators have met them in any order. */

const LINEAGES = ['1-1-9', '1-2-9', '1-3-9', '2-1-9', '2-2-9', '3-1-9'];
const step = fc.record({ by: fc.constantFrom('worker', 'order'), lineage: fc.constantFrom(...LINEAGES) });
type Step = { readonly by: string; readonly lineage: string };

/**
 * Simulates steps: a worker takes a lineage that is not superseded, an operator any lineage that is
 * not active.
 */
function follow(steps: readonly Step[]) {
  let inUse: ActiveLineage = { generation: 1, lineage: LINEAGES[0]!, superseded: [] };
  const used = new Set([inUse.lineage]);
  const takenByItself: string[] = [inUse.lineage];
  for (const { by, lineage } of steps) {
    const place = judgeLineage(inUse, lineage);
    if (place === 'active' || (by === 'worker' && place === 'superseded')) continue;
    if (by === 'worker') takenByItself.push(lineage);
    used.add(lineage);
    // Each step writes to and reads from the store.
    inUse = parseActiveLineage(formatActiveLineage(takeIntoUse(inUse, lineage)))!;
  }
  return { inUse, used, takenByItself };
}

const timelineOf = (lineage: string) => Number(lineage.split('-')[1]);
const lineOf = (lineage: string) => lineage.replace(/-\d+-/, '-');

it('a lineage that was active, and any older one, becomes active again only by an order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { inUse, used } = follow(steps);
      for (const lineage of LINEAGES) {
        const isKnown = [...used].some(
          (each) => lineOf(each) === lineOf(lineage) && timelineOf(each) >= timelineOf(lineage),
        );
        const place = inUse.lineage === lineage ? 'active' : isKnown ? 'superseded' : 'another';
        expect(judgeLineage(inUse, lineage)).toBe(place);
      }
    }),
    { numRuns: 3000 },
  );
});

it('without an order each lineage becomes active at most once, and never an older one after a newer one', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...LINEAGES), { maxLength: 40 }), (met) => {
      const { takenByItself } = follow(met.map((lineage) => ({ by: 'worker', lineage })));
      expect(new Set(takenByItself).size).toBe(takenByItself.length);
      const first = takenByItself.filter((lineage) => lineOf(lineage) === lineOf(LINEAGES[0]!));
      expect(first.map(timelineOf)).toEqual(first.map(timelineOf).toSorted((one, other) => one - other));
    }),
  );
});

it('the newest timeline of each superseded cluster is stored, for at most 100 clusters', () => {
  let inUse: ActiveLineage = { generation: 1, lineage: '1-1-9', superseded: [] };
  for (let timeline = 2; timeline <= 200; timeline += 1) inUse = takeIntoUse(inUse, `1-${timeline}-9`);
  expect(inUse.superseded).toEqual(['1-199-9']);
  for (let system = 2; system <= 101; system += 1) inUse = takeIntoUse(inUse, `${system}-1-9`);
  expect(judgeLineage(inUse, '1-1-9')).toBe('superseded');
  inUse = takeIntoUse(inUse, '102-1-9');
  expect(judgeLineage(inUse, '1-200-9')).toBe('another');
  expect(judgeLineage(inUse, '2-1-9')).toBe('superseded');
});

it.each([null, '', 'x', '1', '1 ', ' 1-1-9', '-1 1-1-9', '1e3 1-1-9', '1234567890123456 1-1-9'])(
  'parseActiveLineage returns null for %j',
  (text) => {
    expect(parseActiveLineage(text)).toBeNull();
  },
);
