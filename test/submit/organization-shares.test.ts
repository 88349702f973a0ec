import { expect, it } from 'vitest';
import { createPerTenantConcurrency } from '../../src/submit/per-tenant-concurrency.ts';

it('an organization holds no more than its share, others have theirs, and what ends is given back', () => {
  const shares = createPerTenantConcurrency(2);
  const [first, second] = [shares.enter(1, 1), shares.enter(1, 2)];
  expect([typeof first, typeof second]).toEqual(['function', 'function']);
  expect(shares.enter(1, 3)).toBe(300);
  expect(typeof shares.enter(2, 9)).toBe('function');
  (first as () => void)();
  expect(typeof shares.enter(1, 3)).toBe('function');
  expect(typeof shares.enter(1, 4)).toBe('number');
});

it('the more chains of an organization wait, the later each comes again; one that comes again counts once', () => {
  const shares = createPerTenantConcurrency(1);
  const leave = shares.enter(1, 1) as () => void;
  expect([2, 3, 3, 4].map((chainId) => shares.enter(1, chainId))).toEqual([400, 600, 600, 800]);
  // Nobody runs any more: who does not come again is forgotten.
  leave();
  (shares.enter(1, 2) as () => void)();
  shares.enter(1, 5);
  expect(shares.enter(1, 6)).toBe(400);
});
