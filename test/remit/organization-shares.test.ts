import { expect, it } from 'vitest';
import { createPerOrganizationConcurrency } from '#src/remit/per-organization-concurrency.ts';

it('per-organization concurrency limits each organization separately and frees a place when a chain ends', () => {
  const shares = createPerOrganizationConcurrency(2);
  const [first, second] = [shares.enter(1, 1), shares.enter(1, 2)];
  expect([typeof first, typeof second]).toEqual(['function', 'function']);
  expect(shares.enter(1, 3)).toBe(300);
  expect(typeof shares.enter(2, 9)).toBe('function');
  (first as () => void)();
  expect(typeof shares.enter(1, 3)).toBe('function');
  expect(typeof shares.enter(1, 4)).toBe('number');
});

it('per-organization concurrency delays retries in proportion to the number of waiting chains, and counts each chain once', () => {
  const shares = createPerOrganizationConcurrency(1);
  const leave = shares.enter(1, 1) as () => void;
  expect([2, 3, 3, 4].map((chainId) => shares.enter(1, chainId))).toEqual([400, 600, 600, 800]);
  // No chain runs any more: a waiting chain that does not retry is forgotten.
  leave();
  (shares.enter(1, 2) as () => void)();
  shares.enter(1, 5);
  expect(shares.enter(1, 6)).toBe(400);
});
