import { randomBytes } from 'node:crypto';
import { readRedisAddress } from '../../contracts/redis-address.ts';
import type { Hints } from './hints.ts';

/*
 * Which Redis a process works with. Addresses cannot tell: `127.0.0.1` is another server on each machine, and one server has several names. So whoever comes first leaves a random mark in it.
 */

type Place = Pick<Hints, 'connection' | 'prefix'>;

/** Reads the mark of a Redis, and leaves one where there is none. @returns 16 hexadecimal digits. @throws when Redis is away, or takes no writes where there is no mark. */
export async function readRedisMark({ connection, prefix }: Place): Promise<string> {
  const key = `${prefix}:mark`;
  const found = await connection.get(key);
  if (found !== null) return found;
  await connection.set(key, randomBytes(8).toString('hex'), 'NX');
  return (await connection.get(key))!;
}

/** `redis.internal:6379/0`, `sentinels a:26379, b:26379, master engine/0`: an address without its login. */
export function showRedisAddress(url: string): string {
  const { kind, hosts, database, sentinel } = readRedisAddress(url);
  const places = hosts
    .map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`)
    .toSorted();
  if (kind === 'single') return `${places.join()}/${database}`;
  if (kind === 'cluster') return `cluster ${places.join(', ')}`;
  return `sentinels ${places.join(', ')}, master ${sentinel.master}/${database}`;
}
