import { type RedisConnection, serversOf } from './connection.ts';

/** Whether a Redis may evict keys, and whether it has. */
export type Eviction = {
  /**
   * The first `maxmemory-policy` among its servers that is not `noeviction`; null if all of them
   * use `noeviction`.
   */
  readonly policy: string | null;
  /** The number of keys evicted since the servers started. */
  readonly evictedKeys: number;
};

/**
 * Reads the eviction policy and the number of evicted keys of each server.
 * @throws if a server is unavailable or the login may not run INFO.
 */
export async function readEviction(connection: RedisConnection): Promise<Eviction> {
  const servers = serversOf(connection);
  const infos = await Promise.all(
    servers.map(async (server) => `${await server.info('memory')}\n${await server.info('stats')}`),
  );
  const policies = infos.map((info) => /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'noeviction');
  return {
    policy: policies.find((policy) => policy !== 'noeviction') ?? null,
    evictedKeys: infos.reduce((sum, info) => sum + Number(/^evicted_keys:(\d+)/m.exec(info)?.[1] ?? 0), 0),
  };
}

/**
 * Calls `onEvicting` with the policy whenever a connection reaches a Redis that may evict keys when
 * its memory is full. No data is lost, since PostgreSQL holds the work that is due, but jobs
 * disappear and their work waits for the reconciler.
 */
export function watchEviction(connection: RedisConnection, onEvicting: (policy: string) => void): void {
  const check = async () => {
    const { policy } = await readEviction(connection);
    if (policy !== null) onEvicting(policy);
  };
  // A check fails only during an outage, which is reported elsewhere. The next connection is
  // checked again.
  connection.on('ready', () => void check().catch(() => {}));
}
