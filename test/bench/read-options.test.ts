import { describe, expect, it } from 'vitest';
import { readOptions } from '../../ops/lab/bench/read-options.ts';

const read = (...args: string[]) => readOptions(args, ['1', '7', 'soak']);

describe('the options of the benchmark', () => {
  it('name how long the long look lasts', () => {
    expect(read('--only=soak', '--minutes=60')).toMatchObject({ only: ['soak'], minutes: 60 });
    expect(read('--only=7,soak', '--minutes=0.5').minutes).toBe(0.5);
    expect(read('--only=soak').minutes).toBeNull();
  });

  it.each(['', '0', '-1', 'x', 'Infinity', '99999'])('refuse %s minutes', (minutes) => {
    expect(() => read('--only=soak', `--minutes=${minutes}`)).toThrow(
      `--minutes=${minutes}: it must be a number`,
    );
  });

  it('refuse minutes of a run that has no long look', () => {
    expect(() => read('--minutes=60')).toThrow('soak');
    expect(() => read('--only=7', '--minutes=60')).toThrow('soak');
  });

  it('keep what some goals of a whole run find, and nothing else', () => {
    expect(read('--only=7', '--keep').isKept).toBe(true);
    expect(read('--only=7').isKept).toBe(false);
    for (const args of [['--keep'], ['--keep', '--quick', '--only=7'], ['--keep', '--only=soak']])
      expect(() => read(...args)).toThrow('--keep');
  });
});
