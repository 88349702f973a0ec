import { expect, it } from 'vitest';
import { pauseWhileBusy } from '../../workers/process-batch.ts';

it('pauseWhileBusy pauses a batch about as long as the batches before it take, and for at most two seconds', () => {
  const pauses = [0, 300, 1000, 5000, 100_000].map((workAhead) => pauseWhileBusy(workAhead, 1000));
  expect(pauses).toEqual([50, 50, 150, 750, 2000]);
});

it('pauseWhileBusy pauses a batch longer, by its size, if every check must read the batch', () => {
  expect([1, 1000].map((work) => pauseWhileBusy(null, work))).toEqual([101, 1100]);
});
