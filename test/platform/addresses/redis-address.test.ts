import { expect, it } from 'vitest';
import { findRedisFault } from '#src/platform/config/redis-address.ts';
import { readRedisAddress } from '#src/platform/addresses/redis-address.ts';

const PLAIN = { database: 0, sentinel: { master: '' }, encryption: null };

it.each([
  ['redis://h', { ...PLAIN, kind: 'single', hosts: [{ host: 'h', port: 6379 }] }],
  [
    'rediss://:p%40@[::1]:1/3?family=6',
    {
      ...PLAIN,
      kind: 'single',
      hosts: [{ host: '::1', port: 1 }],
      password: 'p@',
      database: 3,
      family: 6,
      encryption: {},
    },
  ],
  [
    'redis+sentinel://u:p@a,b:1/engine',
    {
      ...PLAIN,
      kind: 'sentinel',
      hosts: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 1 },
      ],
      username: 'u',
      password: 'p',
      sentinel: { master: 'engine' },
    },
  ],
  [
    'rediss-sentinel://a/7?sentinelMasterId=42&sentinelUsername=s&sentinelPassword=q%26&sslrootcert=/etc/hostname',
    {
      kind: 'sentinel',
      hosts: [{ host: 'a', port: 26_379 }],
      database: 7,
      sentinel: { master: '42', username: 's', password: 'q&' },
      encryption: { ca: '/etc/hostname' },
    },
  ],
  [
    'redis+sentinel://a/engine/7',
    {
      ...PLAIN,
      kind: 'sentinel',
      hosts: [{ host: 'a', port: 26_379 }],
      database: 7,
      sentinel: { master: 'engine' },
    },
  ],
  [
    'rediss-cluster://:p@a,b:1?sslcert=/etc/hostname&sslkey=/etc/hostname',
    {
      ...PLAIN,
      kind: 'cluster',
      hosts: [
        { host: 'a', port: 6379 },
        { host: 'b', port: 1 },
      ],
      password: 'p',
      encryption: { cert: '/etc/hostname', key: '/etc/hostname' },
    },
  ],
])('readRedisAddress parses %s', (text, expected) => {
  expect(findRedisFault(text)).toBeUndefined();
  expect(readRedisAddress(text)).toEqual(expected);
});
