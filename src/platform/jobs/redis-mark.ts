import { randomBytes } from 'node:crypto';
import { readRedisAddress } from '../addresses/redis-address.ts';
import type { JobQueues } from './job-queues.ts';

/*
 * Identifies the Redis that a process uses. An address does not identify it: `127.0.0.1` is another
 * server on each machine, and one server can have several names. The first process therefore stores
 * a random mark in the server.
 */

type QueueRedis = Pick<JobQueues, 'connection' | 'prefix'>;

/**
 * Reads the mark of a Redis, and stores one if there is none.
 * @returns 16 hexadecimal digits.
 * @throws if Redis is unavailable, or if it has no mark and refuses writes.
 */
export async function readRedisMark({ connection, prefix }: QueueRedis): Promise<string> {
  const key = `${prefix}:mark`;
  const found = await connection.get(key);
  if (found !== null) return found;
  await connection.set(key, randomBytes(8).toString('hex'), 'NX');
  return (await connection.get(key))!;
}

/**
 * Formats an address without its login: `redis.internal:6379/0` or
 * `sentinels a:26379, b:26379, master engine/0`.
 */
export function showRedisAddress(url: string): string {
  const { kind, hosts, database, sentinel } = readRedisAddress(url);
  const places = hosts
    .map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`)
    .toSorted();
  if (kind === 'single') return `${places.join()}/${database}`;
  if (kind === 'cluster') return `cluster ${places.join(', ')}`;
  return `sentinels ${places.join(', ')}, master ${sentinel.master}/${database}`;
}
