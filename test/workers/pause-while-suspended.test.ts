import { describe, expect, it } from 'vitest';
import { pauseWhileSuspended } from '../../workers/process-batch.ts';

describe('a batch that waits for the comparison of its chains', () => {
  it.each([
    ['has just become due', 0, 500],
    ['is due for two seconds', 2000, 2000],
    ['lasts', 3_600_000, 10_000],
    ['began by a clock that is ahead', -5000, 500],
    ['is not what it waits for', null, 10_000],
  ])('that %s is looked at again in time', (_, comparedFor, pause) => {
    expect(pauseWhileSuspended(comparedFor)).toBe(pause);
  });
});
