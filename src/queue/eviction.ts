import type { Redis } from 'ioredis';

/**
 * Calls `onEvicting` with the policy whenever a connection reaches a Redis that may throw keys away when its memory is full.
 * Nothing is lost then, since PostgreSQL holds the to-do list, but jobs vanish and work waits for the reconciler.
 */
export function watchEviction(connection: Redis, onEvicting: (policy: string) => void): void {
  const check = async () => {
    const info = await connection.info('memory');
    const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
    if (policy !== undefined && policy !== 'noeviction') onEvicting(policy);
  };
  // A check that fails has met an outage, which is told elsewhere; the next connection is checked again.
  connection.on('ready', () => void check().catch(() => {}));
}
