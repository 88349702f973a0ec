import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { countFilesAtOnce } from '../../../../ops/local/testing/files-at-once.ts';

it('more integration tests run at the same time on a fast machine than on a slow one', () => {
  const cores = availableParallelism();
  expect([1, 1000].map((coreMs) => countFilesAtOnce('integration', false, coreMs))).toEqual([
    cores + 2,
    cores + 1,
  ]);
  expect(countFilesAtOnce('e2e', true)).toBe(1);
});
