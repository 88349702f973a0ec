import { describe, expect, it } from 'vitest';
import { describeForecast, forecast } from '#src/monitor/forecast.ts';
import type { WorkKind } from '#src/monitor/statements/work.ts';
import type { WorkSample } from '#src/platform/jobs/work-samples.ts';

const NOW = Date.parse('2026-11-21T10:02:30Z');
const MINUTE = 60_000;

const tell = (kind: WorkKind, count: number, samples: readonly WorkSample[]) => {
  const pace = forecast({ kind, count }, samples, NOW);
  return pace && describeForecast(pace, NOW);
};
const before = (minutes: number, count: number): WorkSample => ({
  at: NOW - minutes * MINUTE,
  counts: { batch: count, pdf: count, record: count, webhook: count },
});

describe('the forecast of a backlog', () => {
  it.each<[string, number, WorkSample[], string | null]>([
    ['falls', 4000, [before(5, 19_000)], 'falls by 3,000 a minute, done about 10:03 UTC'],
    ['falls slowly', 4000, [before(5, 4001)], 'falls by 0.2 a minute, done in more than a day'],
    ['grows', 4000, [before(5, 2500)], 'grows by 300 a minute'],
    ['does not change', 4000, [before(2, 4000)], 'unchanged over the last minutes'],
    ['is empty', 0, [before(2, 4000)], null],
    ['was first measured less than a minute ago', 4000, [before(0.5, 9000)], null],
    ['was last measured long ago', 4000, [before(6, 9000)], null],
    [
      'was measured several times within five minutes and earlier',
      100,
      [before(1, 100), before(4, 500), before(9, 10)],
      'falls by 100 a minute, done about 10:03 UTC',
    ],
    ['was never measured', 4000, [], null],
  ])('is "$3" if the backlog $0', (_name, count, samples, told) => {
    expect(tell('pdf', count, samples)).toBe(told);
  });

  it('is omitted for work that is not counted completely', () => {
    expect(tell('batch', 10_000, [before(5, 4000)])).toBeNull();
    expect(tell('batch', 4000, [before(5, 10_000)])).toBeNull();
    expect(tell('record', 10_000, [before(5, 4000)])).toBe('grows by 1,200 a minute');
  });
});
