import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  formatHistoryInUse,
  type HistoryInUse,
  parseHistoryInUse,
  placeHistory,
  takeByItself,
  takeByOrder,
} from '../../../src/persistence/identity/history.ts';

/* What becomes of histories that are met in any order, by workers and by operators. */

const HISTORIES = ['1-1-9', '1-2-9', '1-3-9', '2-1-9', '3-1-9'];
const step = fc.record({ by: fc.constantFrom('worker', 'order'), history: fc.constantFrom(...HISTORIES) });
type Step = { readonly by: string; readonly history: string };

/** A worker takes what it may; an operator takes whatever is not in use. */
function follow(steps: readonly Step[]) {
  let inUse: HistoryInUse = { generation: 1, history: HISTORIES[0]!, spent: [] };
  /** Since an operator left it, nobody ordered it back. */
  const leftByOrder = new Set<string>();
  const takenByItself: string[] = [];
  for (const { by, history } of steps) {
    const place = placeHistory(inUse, history);
    if (place === 'in_use') continue;
    if (by === 'order') {
      leftByOrder.add(inUse.history);
      leftByOrder.delete(history);
      inUse = takeByOrder(inUse, history);
    } else if (place === 'another') {
      takenByItself.push(history);
      inUse = takeByItself(inUse, history);
    }
    // Through the store each time.
    inUse = parseHistoryInUse(formatHistoryInUse(inUse))!;
  }
  return { inUse, leftByOrder, takenByItself };
}

it('what an operator left never comes back without an order, whatever happens in between', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { inUse, leftByOrder } = follow(steps);
      for (const history of leftByOrder) expect(placeHistory(inUse, history)).toBe('left');
      expect(leftByOrder).not.toContain(inUse.history);
    }),
    { numRuns: 2000 },
  );
});

it('without an order each comes back by itself once at most, so that no two take turns for ever', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...HISTORIES), { maxLength: 40 }), (met) => {
      const { takenByItself } = follow(met.map((history) => ({ by: 'worker', history })));
      expect(new Set(takenByItself).size).toBe(takenByItself.length);
    }),
  );
});

it('what was left is forgotten after a hundred others, the oldest first', () => {
  let inUse: HistoryInUse = { generation: 1, history: '1-1-9', spent: [] };
  for (let system = 2; system <= 102; system += 1) inUse = takeByOrder(inUse, `${system}-1-9`);
  expect(placeHistory(inUse, '1-1-9')).toBe('another');
  expect(placeHistory(inUse, '2-1-9')).toBe('left');
});

it.each([null, '', 'x', '1', '1 ', ' 1-1-9', '-1 1-1-9', '1e3 1-1-9', '1234567890123456 1-1-9'])(
  'what the store holds is nothing where it is %j',
  (text) => {
    expect(parseHistoryInUse(text)).toBeNull();
  },
);
