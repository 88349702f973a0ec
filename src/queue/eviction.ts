import { type RedisConnection, serversOf } from './connection.ts';

/**
 * Calls `onEvicting` with the policy whenever a connection reaches a Redis that may throw keys away when its memory is full.
 * Nothing is lost then, since PostgreSQL holds the to-do list, but jobs vanish and work waits for the reconciler.
 */
export function watchEviction(connection: RedisConnection, onEvicting: (policy: string) => void): void {
  const check = async () => {
    const infos = await Promise.all(serversOf(connection).map((server) => server.info('memory')));
    const policies = infos.map((info) => /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'noeviction');
    const evicting = policies.find((policy) => policy !== 'noeviction');
    if (evicting !== undefined) onEvicting(evicting);
  };
  // A check that fails has met an outage, which is told elsewhere; the next connection is checked again.
  connection.on('ready', () => void check().catch(() => {}));
}
