import { expect, it } from 'vitest';
import { judgeClocks } from '#src/domain/verifactu/judge-clocks.ts';

const at = (text: string) => Date.parse(text);
const NOW = '2026-11-21T08:00:00Z';

it.each([
  ['all agree', NOW, NOW, NOW, 'same'],
  ['they differ by a minute', '2026-11-21T08:01:00Z', NOW, NOW, 'same'],
  ['AEAT tells a time of 2015', '2015-06-01T00:00:00Z', NOW, NOW, 'aeat'],
  ['AEAT tells the beginning of time', '1970-01-01T00:00:00Z', NOW, NOW, 'aeat'],
  ['the database has forgotten the time', NOW, '2000-01-01T00:00:00Z', '2000-01-01T00:00:00Z', 'engine'],
  ['both have', '2015-01-01T00:00:00Z', '2000-01-01T00:00:00Z', NOW, 'unclear'],
  ['the machine of the worker is with AEAT', NOW, '2026-11-21T07:50:00Z', NOW, 'engine'],
  ['one machine has all of ours', NOW, '2026-11-21T07:50:00Z', '2026-11-21T07:50:00Z', 'unclear'],
  ['AEAT is in the far future', '2093-01-01T00:00:00Z', NOW, NOW, 'unclear'],
  ['three clocks tell three times', NOW, '2026-11-21T07:50:00Z', '2026-11-21T09:00:00Z', 'unclear'],
])(
  'where %s the clock that is wrong is named, and none that may be right',
  (_what, aeat, engine, machine, verdict) => {
    expect(judgeClocks({ aeat: at(aeat), engine: at(engine), machine: at(machine) })).toBe(verdict);
  },
);
