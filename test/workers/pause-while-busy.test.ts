import { expect, it } from 'vitest';
import { pauseWhileBusy } from '../../workers/process-batch.ts';

it('a batch rests about as long as those before it take, and for two seconds at most', () => {
  const pauses = [0, 300, 1000, 5000, 100_000].map((workAhead) => pauseWhileBusy(workAhead, 1000));
  expect(pauses).toEqual([50, 50, 150, 750, 2000]);
});

it('rests longer where each look has to read it, the longer the larger it is', () => {
  expect([1, 1000].map((work) => pauseWhileBusy(null, work))).toEqual([101, 1100]);
});
