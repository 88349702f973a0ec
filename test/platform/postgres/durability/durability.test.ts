import { expect, it } from 'vitest';
import {
  describePromise,
  isOnlyAsynchronous,
} from '../../../../src/platform/postgres/durability/durability.ts';

const SERVER = { isStandby: false, commits: 'on', names: '', standbys: 0 };

it.each([
  [{}, false, "is on the disk of PostgreSQL's primary, and nowhere else: no standby is connected"],
  [{ standbys: 1 }, true, "is on the disk of PostgreSQL's primary; the standby follows asynchronously"],
  [{ standbys: 2 }, true, '2 standbys follow asynchronously, and promoting one loses the last batches'],
  [{ standbys: 2, names: ' ' }, true, '2 standbys follow asynchronously'],
  [{ standbys: 1, names: '*', commits: 'local' }, true, 'the standby follows asynchronously'],
  [
    { standbys: 1, names: '*', commits: 'off' },
    true,
    'is in the memory of PostgreSQL, and on its disk a moment later',
  ],
  [{ commits: 'off' }, false, 'a moment later (synchronous_commit = off), and nowhere else'],
  [
    { standbys: 1, names: 'ANY 1 (b, c)' },
    false,
    'and on that of a standby (synchronous_standby_names = ANY 1 (b, c))',
  ],
  [
    { standbys: 1, names: '*', commits: 'remote_apply' },
    false,
    'and on the disk of a standby, and visible there',
  ],
  [
    { standbys: 1, names: '*', commits: 'remote_write' },
    false,
    'and handed to the operating system of a standby',
  ],
  [{ names: '*' }, false, '; no standby is connected, so no transaction can be committed)'],
  [{ isStandby: true, standbys: 1 }, false, 'No batch can be accepted: this server is a standby'],
])('describePromise states what a 201 guarantees with the server %j', (settings, isAsynchronous, promise) => {
  const durability = { ...SERVER, ...settings };
  expect(isOnlyAsynchronous(durability)).toBe(isAsynchronous);
  expect(describePromise(durability)).toContain(promise);
});
