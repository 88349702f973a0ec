import { expect, it } from 'vitest';
import { findNextBackup } from '../../../src/operate/backup/nightly.ts';

const next = (now: string, newest: string | null) => findNextBackup(new Date(now), newest).toISOString();

it.each([
  ['there is no backup', '2026-11-26T12:00:00.000Z', null, '2026-11-26T12:00:00.000Z'],
  [
    'the backup of the night exists',
    '2026-11-26T12:00:00.000Z',
    '2026-11-26T02-30-04Z',
    '2026-11-27T02:30:00.000Z',
  ],
  [
    'the backup of the night is missing',
    '2026-11-26T12:00:00.000Z',
    '2026-11-25T02-30-04Z',
    '2026-11-26T12:00:00.000Z',
  ],
  [
    'the time of the backup has not come',
    '2026-11-26T01:00:00.000Z',
    '2026-11-25T02-30-04Z',
    '2026-11-26T02:30:00.000Z',
  ],
  [
    'a backup was made in the afternoon',
    '2026-11-26T18:00:00.000Z',
    '2026-11-26T15-00-00Z',
    '2026-11-27T02:30:00.000Z',
  ],
  ['it is half past two', '2026-11-26T02:30:00.000Z', '2026-11-25T02-30-04Z', '2026-11-26T02:30:00.000Z'],
])(
  'when %s, at %s with the newest backup %s, the next backup begins at %s',
  (_where, now, newest, begins) => {
    expect(next(now, newest)).toBe(begins);
  },
);
