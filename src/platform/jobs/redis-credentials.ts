import { readFileSync } from 'node:fs';
import type { RedisOptions } from 'ioredis';
import { readRedisAddress } from '../../contracts/redis-address.ts';

/** Gives the address, anew whenever a connection is made: it may have another password meanwhile. */
export type ReadUrl = () => string;

type Credentials = Pick<
  RedisOptions,
  'username' | 'password' | 'tls' | 'sentinelUsername' | 'sentinelPassword' | 'sentinelTLS'
>;

/** Who we are and whom we believe, as the address and its files say it now. @throws where a file cannot be read. */
export function readCredentials(readUrl: ReadUrl): Credentials {
  const { username, password, sentinel, encryption } = readRedisAddress(readUrl());
  const files = Object.entries(encryption ?? {}).map(([name, file]) => [name, readFileSync(file)] as const);
  const tls = encryption === null ? undefined : Object.fromEntries(files);
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(sentinel.username !== undefined && { sentinelUsername: sentinel.username }),
    ...(sentinel.password !== undefined && { sentinelPassword: sentinel.password }),
    ...(tls !== undefined && { tls, sentinelTLS: tls }),
  };
}

/** All that an address may come to say, also one that did not say it at the start: a password alone is followed by a user with theirs. */
const NAMES: readonly (keyof Credentials)[] = [
  'username',
  'password',
  'tls',
  'sentinelUsername',
  'sentinelPassword',
  'sentinelTLS',
];

/**
 * Lets the options of a connection say what the address says whenever they are read or copied. While a file cannot be read they go on saying what they
 * said last.
 */
export function followCredentials(options: object, readUrl: ReadUrl): void {
  let last: Credentials = {};
  const read = (): Credentials => {
    try {
      last = readCredentials(readUrl);
    } catch {
      // It is being replaced.
    }
    return last;
  };
  read();
  for (const name of NAMES)
    Object.defineProperty(options, name, { enumerable: true, configurable: true, get: () => read()[name] });
}
