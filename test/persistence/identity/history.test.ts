import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  formatHistoryInUse,
  type HistoryInUse,
  parseHistoryInUse,
  placeHistory,
  takeIntoUse,
} from '../../../src/persistence/identity/history.ts';

/* What becomes of histories that are met in any order, by workers and by operators. */

const HISTORIES = ['1-1-9', '1-2-9', '1-3-9', '2-1-9', '2-2-9', '3-1-9'];
const step = fc.record({ by: fc.constantFrom('worker', 'order'), history: fc.constantFrom(...HISTORIES) });
type Step = { readonly by: string; readonly history: string };

/** A worker takes what it may; an operator takes whatever is not in use. */
function follow(steps: readonly Step[]) {
  let inUse: HistoryInUse = { generation: 1, history: HISTORIES[0]!, left: [] };
  const used = new Set([inUse.history]);
  const takenByItself: string[] = [inUse.history];
  for (const { by, history } of steps) {
    const place = placeHistory(inUse, history);
    if (place === 'in_use' || (by === 'worker' && place === 'left')) continue;
    if (by === 'worker') takenByItself.push(history);
    used.add(history);
    // Through the store each time.
    inUse = parseHistoryInUse(formatHistoryInUse(takeIntoUse(inUse, history)))!;
  }
  return { inUse, used, takenByItself };
}

const timelineOf = (history: string) => Number(history.split('-')[1]);
const lineOf = (history: string) => history.replace(/-\d+-/, '-');

it('what was in use once, and what is older than that, never comes back without an order, whatever happens in between', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { inUse, used } = follow(steps);
      for (const history of HISTORIES) {
        const isKnown = [...used].some(
          (each) => lineOf(each) === lineOf(history) && timelineOf(each) >= timelineOf(history),
        );
        const place = inUse.history === history ? 'in_use' : isKnown ? 'left' : 'another';
        expect(placeHistory(inUse, history)).toBe(place);
      }
    }),
    { numRuns: 3000 },
  );
});

it('without an order each comes into use by itself once at most, and never an older one after a newer one', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...HISTORIES), { maxLength: 40 }), (met) => {
      const { takenByItself } = follow(met.map((history) => ({ by: 'worker', history })));
      expect(new Set(takenByItself).size).toBe(takenByItself.length);
      const first = takenByItself.filter((history) => lineOf(history) === lineOf(HISTORIES[0]!));
      expect(first.map(timelineOf)).toEqual(first.map(timelineOf).toSorted((one, other) => one - other));
    }),
  );
});

it('of a cluster one timeline is remembered; what was left is forgotten after a hundred other clusters, the longest left first', () => {
  let inUse: HistoryInUse = { generation: 1, history: '1-1-9', left: [] };
  for (let timeline = 2; timeline <= 200; timeline += 1) inUse = takeIntoUse(inUse, `1-${timeline}-9`);
  expect(inUse.left).toEqual(['1-199-9']);
  for (let system = 2; system <= 101; system += 1) inUse = takeIntoUse(inUse, `${system}-1-9`);
  expect(placeHistory(inUse, '1-1-9')).toBe('left');
  inUse = takeIntoUse(inUse, '102-1-9');
  expect(placeHistory(inUse, '1-200-9')).toBe('another');
  expect(placeHistory(inUse, '2-1-9')).toBe('left');
});

it.each([null, '', 'x', '1', '1 ', ' 1-1-9', '-1 1-1-9', '1e3 1-1-9', '1234567890123456 1-1-9'])(
  'what the store holds is nothing where it is %j',
  (text) => {
    expect(parseHistoryInUse(text)).toBeNull();
  },
);
