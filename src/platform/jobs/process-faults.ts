import type { RedisConnection } from './connection.ts';
import type { JobQueues } from './job-queues.ts';

/*
 * Faults that a process finds in itself, such as a database that refuses its login. The operations
 * page could not know of them: it uses another login and may run on another machine. A process
 * renews its entry while the faults last, and Redis expires it a minute later.
 */

/** A process that cannot work, or soon cannot. */
export type FaultyProcess = {
  readonly role: string;
  readonly host: string;
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly since: number;
  /**
   * What is wrong, by the name of the check:
   * `{ database: 'refuses the login: wrong password or user' }`.
   */
  readonly faults: Readonly<Record<string, string>>;
};

const LASTING_SECONDS = 60;

const indexKey = (prefix: string) => `${prefix}:faults`;
const keyOf = (prefix: string, name: string) => `${prefix}:faults:${name}`;

/**
 * Records the faults of a process, or removes its entry if there are none.
 * @throws if Redis is unavailable or refuses writes.
 */
export async function recordFaults(
  connection: RedisConnection,
  prefix: string,
  process: FaultyProcess,
): Promise<void> {
  const name = `${process.host}:${process.pid}`;
  if (Object.keys(process.faults).length === 0) {
    await connection.srem(indexKey(prefix), name);
    await connection.del(keyOf(prefix, name));
    return;
  }
  await connection.set(keyOf(prefix, name), JSON.stringify(process), 'EX', LASTING_SECONDS);
  await connection.sadd(indexKey(prefix), name);
  await connection.expire(indexKey(prefix), LASTING_SECONDS);
}

/**
 * Lists the processes that reported faults within the last minute.
 * @throws if Redis is unavailable.
 */
export async function listFaultyProcesses({
  connection,
  prefix,
}: Pick<JobQueues, 'connection' | 'prefix'>): Promise<FaultyProcess[]> {
  const names = await connection.smembers(indexKey(prefix));
  const texts = names.length === 0 ? [] : await connection.mget(names.map((name) => keyOf(prefix, name)));
  return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as FaultyProcess]));
}
