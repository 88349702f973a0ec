import { expect, it } from 'vitest';
import { createGrace } from '../../../../src/platform/postgres/durability/grace.ts';

const BASE = { isStandby: false, commits: 'on', names: '', standbys: 0 };
const LOOKS = {
  synchronous: { ...BASE, names: '*', standbys: 1 },
  stuck: { ...BASE, names: '*' },
  asynchronous: { ...BASE, standbys: 1 },
  alone: BASE,
  standby: { ...BASE, isStandby: true },
} as const;
type Look = readonly [at: number, seen: keyof typeof LOOKS];

/** Returns the seconds at which a check is refused. */
function judge(looks: readonly Look[]): number[] {
  let now = 0;
  const isRefused = createGrace(() => now * 1000);
  return looks.flatMap(([at, seen]) => {
    now = at;
    return isRefused(LOOKS[seen]) ? [at] : [];
  });
}
/** Checks every ten seconds, with the given observations one after the other. */
const every10 = (from: number, to: number, ...seen: (keyof typeof LOOKS)[]): Look[] =>
  Array.from({ length: (to - from) / 10 }, (_, index) => [from + index * 10, seen[index % seen.length]!]);

it('a process that starts with an asynchronous standby is refused at once', () => {
  expect(judge([[0, 'asynchronous']])).toEqual([0]);
});

it('work is refused one minute after the last commit that waited for a standby', () => {
  expect(judge([[0, 'synchronous'], ...every10(10, 80, 'asynchronous')])).toEqual([60, 70]);
});

it('a database without a standby is never refused', () => {
  expect(judge(every10(0, 600, 'alone'))).toEqual([]);
});

it('a database that gets an asynchronous standby is refused after one minute', () => {
  expect(judge([...every10(0, 300, 'alone'), ...every10(300, 370, 'asynchronous')])).toEqual([350, 360]);
});

it.each(['alone', 'standby'] as const)(
  'an asynchronous standby that is missing in one check (%s) gets no second minute',
  (gap) => {
    const refused = judge([[0, 'synchronous'], ...every10(10, 130, 'asynchronous', gap)]);
    expect(refused).toEqual([70, 90, 110]);
  },
);

it('an asynchronous standby that was refused gets no minute when it returns', () => {
  expect(
    judge([
      [0, 'asynchronous'],
      [10, 'alone'],
      [500, 'asynchronous'],
    ]),
  ).toEqual([0, 500]);
});

it.each(['synchronous', 'stuck'] as const)(
  'work is accepted again when commits wait for a standby (%s)',
  (seen) => {
    expect(
      judge([
        [0, 'asynchronous'],
        [10, seen],
        [40, 'asynchronous'],
        [50, 'alone'],
        [69, 'asynchronous'],
        [70, 'asynchronous'],
      ]),
    ).toEqual([0, 70]);
  },
);
