import { type RedisConnection, serversOf } from './connection.ts';

/** Whether a Redis may throw keys away, and whether it has. */
export type Eviction = {
  /** The first `maxmemory-policy` of its servers that is not `noeviction`; null: all have that one. */
  readonly policy: string | null;
  /** Keys that were thrown away since its servers started. */
  readonly evictedKeys: number;
};

/** Asks each server for its policy, and how many keys it has thrown away. @throws when one is away, or the login may not ask. */
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
 * Calls `onEvicting` with the policy whenever a connection reaches a Redis that may throw keys away when its memory is full.
 * Nothing is lost then, since PostgreSQL holds the to-do list, but jobs vanish and work waits for the reconciler.
 */
export function watchEviction(connection: RedisConnection, onEvicting: (policy: string) => void): void {
  const check = async () => {
    const { policy } = await readEviction(connection);
    if (policy !== null) onEvicting(policy);
  };
  // A check that fails has met an outage, which is told elsewhere; the next connection is checked again.
  connection.on('ready', () => void check().catch(() => {}));
}
