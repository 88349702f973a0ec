import { expect, it } from 'vitest';
import {
  describePromise,
  isOnlyAsynchronous,
} from '../../../../src/platform/postgres/durability/durability.ts';

const SERVER = { isStandby: false, commits: 'on', names: '', standbys: 0 };

it.each([
  [{}, false, "is on the disk of PostgreSQL's primary, and nowhere else: no standby is connected"],
  [{ standbys: 1 }, true, "is on the disk of PostgreSQL's primary alone: the standby follows later"],
  [{ standbys: 2 }, true, 'alone: 2 standbys follow later, and whoever promotes one loses what came last'],
  [{ standbys: 2, names: ' ' }, true, 'alone: 2 standbys follow later'],
  [{ standbys: 1, names: '*', commits: 'local' }, true, 'alone: the standby follows later'],
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
  [{ names: '*' }, false, '; none is connected, so nothing can be committed now)'],
  [{ isStandby: true, standbys: 1 }, false, 'A 201 cannot be given: this server is a standby'],
])('describePromise states what a 201 guarantees with the server %j', (settings, isAsynchronous, promise) => {
  const durability = { ...SERVER, ...settings };
  expect(isOnlyAsynchronous(durability)).toBe(isAsynchronous);
  expect(describePromise(durability)).toContain(promise);
});
