import { expect, it } from 'vitest';
import { judgeClocks } from 'verifactu-protocol/remission/judge-clocks';

const at = (text: string) => Date.parse(text);
const NOW = '2026-11-21T08:00:00Z';

it.each([
  ['all clocks agree', NOW, NOW, NOW, 'same'],
  ['the clocks differ by a minute', '2026-11-21T08:01:00Z', NOW, NOW, 'same'],
  ['the clock of AEAT is in 2015', '2015-06-01T00:00:00Z', NOW, NOW, 'aeat'],
  ['the clock of AEAT is in 1970', '1970-01-01T00:00:00Z', NOW, NOW, 'aeat'],
  [
    'the clocks of the engine and the machine are in 2000',
    NOW,
    '2000-01-01T00:00:00Z',
    '2000-01-01T00:00:00Z',
    'own',
  ],
  [
    'the clocks of AEAT and the engine are both in the past',
    '2015-01-01T00:00:00Z',
    '2000-01-01T00:00:00Z',
    NOW,
    'unclear',
  ],
  ['the machine agrees with AEAT', NOW, '2026-11-21T07:50:00Z', NOW, 'own'],
  [
    'the engine and the machine agree against AEAT',
    NOW,
    '2026-11-21T07:50:00Z',
    '2026-11-21T07:50:00Z',
    'unclear',
  ],
  ['the clock of AEAT is in the far future', '2093-01-01T00:00:00Z', NOW, NOW, 'unclear'],
  ['the three clocks differ', NOW, '2026-11-21T07:50:00Z', '2026-11-21T09:00:00Z', 'unclear'],
])('judgeClocks returns "$4" when $0', (_what, aeat, own, machine, verdict) => {
  expect(judgeClocks({ aeat: at(aeat), own: at(own), machine: at(machine) })).toBe(verdict);
});
