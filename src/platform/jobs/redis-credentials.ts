import { readFileSync } from 'node:fs';
import type { RedisOptions } from 'ioredis';
import { readRedisAddress } from '../addresses/redis-address.ts';

/**
 * Returns the address. It is called for every new connection, because the password may have
 * changed.
 */
export type ReadUrl = () => string;

type Credentials = Pick<
  RedisOptions,
  'username' | 'password' | 'tls' | 'sentinelUsername' | 'sentinelPassword' | 'sentinelTLS'
>;

/**
 * Reads the login and the TLS files from the address as they are now.
 * @throws if a file cannot be read.
 */
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

/**
 * All options that an address can set, including those that it did not set at the start. For
 * example, a user name may be added to a password.
 */
const NAMES: readonly (keyof Credentials)[] = [
  'username',
  'password',
  'tls',
  'sentinelUsername',
  'sentinelPassword',
  'sentinelTLS',
];

/**
 * Makes the options of a connection return the current credentials whenever they are read or
 * copied. While a file cannot be read, they return the last credentials.
 */
export function followCredentials(options: object, readUrl: ReadUrl): void {
  let last: Credentials = {};
  const read = (): Credentials => {
    try {
      last = readCredentials(readUrl);
    } catch {
      // The file is being replaced.
    }
    return last;
  };
  read();
  for (const name of NAMES)
    Object.defineProperty(options, name, { enumerable: true, configurable: true, get: () => read()[name] });
}
