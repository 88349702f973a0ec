import { describe, expect, it } from 'vitest';
import { readDate, readId, readPath } from '#src/cli/command-context.ts';

describe('an argument on the command line', () => {
  it.each(['abc', '1e3', '-1', '+1', '0', '01', '1.0', '0x1', '', ' 1', '1 ', '１', '9007199254740992'])(
    'is refused as an id: %j',
    (text) => {
      expect(() => readId(text)).toThrow('It must be a positive integer.');
    },
  );

  it.each([
    '2026-02-31',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '2026-02-01T00:00:00Z',
    ' 2026-02-01',
    'today',
    '',
  ])('is refused as a day: %j', (text) => {
    expect(() => readDate(text)).toThrow('It must be a day of the calendar, YYYY-MM-DD.');
  });

  it.each(['', ' '])('is refused as a path: %j', (text) => {
    expect(() => readPath(text)).toThrow("It can't be blank.");
  });

  it('is accepted if it is a valid id, day or path', () => {
    expect([readId('1'), readDate('2028-02-29'), readPath('a b')]).toEqual([1, '2028-02-29', 'a b']);
  });
});
