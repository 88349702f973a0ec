import { describe, expect, it } from 'vitest';
import { pauseWhileSuspended } from '../../workers/process-batch.ts';

describe('a batch that waits for the comparison of its chains', () => {
  it.each([
    ['has just become due', 0, 500],
    ['has been due for two seconds', 2000, 2000],
    ['lasts', 3_600_000, 10_000],
    ['began by a clock that is ahead', -5000, 500],
    ['is not the reason of the wait', null, 10_000],
  ])('is checked again in time if the comparison %s', (_, comparedFor, pause) => {
    expect(pauseWhileSuspended(comparedFor)).toBe(pause);
  });
});
