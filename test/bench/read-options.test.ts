import { describe, expect, it } from 'vitest';
import { readOptions } from '../../ops/lab/bench/read-options.ts';

const read = (...args: string[]) => readOptions(args, ['1', '7', '16', 'soak']);

describe('the options of npm run bench', () => {
  it('set the duration of the goal soak', () => {
    expect(read('--only=soak', '--minutes=60')).toMatchObject({ only: ['soak'], minutes: 60 });
    expect(read('--only=7,soak', '--minutes=0.5').minutes).toBe(0.5);
    expect(read('--only=soak').minutes).toBeNull();
  });

  it.each(['', '0', '-1', 'x', 'Infinity', '99999'])('refuse --minutes=%s', (minutes) => {
    expect(() => read('--only=soak', `--minutes=${minutes}`)).toThrow(
      `--minutes=${minutes}: it must be a number`,
    );
  });

  it('refuse --minutes without the goal soak', () => {
    expect(() => read('--minutes=60')).toThrow('soak');
    expect(() => read('--only=7', '--minutes=60')).toThrow('soak');
  });

  it('select loads of goal 16, whose results are not kept then', () => {
    expect(read('--only=16', '--loads=/documents, GET /api/v2').loads).toEqual(['/documents', 'GET /api/v2']);
    expect(read('--only=16').loads).toEqual([]);
    expect(() => read('--only=7', '--loads=/documents')).toThrow('goal 16');
    expect(() => read('--only=16', '--loads=/documents', '--keep')).toThrow('--keep');
  });

  it('accept --keep only for some goals of a whole run', () => {
    expect(read('--only=7', '--keep').isKept).toBe(true);
    expect(read('--only=7').isKept).toBe(false);
    for (const args of [['--keep'], ['--keep', '--quick', '--only=7'], ['--keep', '--only=soak']])
      expect(() => read(...args)).toThrow('--keep');
  });
});
