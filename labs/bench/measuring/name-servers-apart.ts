import { Redis } from 'ioredis';
import { listTree } from './process-tree.ts';

/**
 * Finds out which of the servers' processes is Redis; the other one is PostgreSQL.
 * @throws if none is Redis.
 */
export async function nameServersApart(
  servers: readonly number[],
  redisUrl: string,
): Promise<{ postgres: number; redis: number }> {
  const client = new Redis(redisUrl);
  try {
    const own = Number(/process_id:(\d+)/.exec(await client.info('server'))?.[1]);
    const redis = servers.find((pid) => listTree(pid).includes(own));
    const postgres = servers.find((pid) => pid !== redis);
    if (redis === undefined || postgres === undefined)
      throw new Error(`None of the server processes is Redis (${own})`);
    return { postgres, redis };
  } finally {
    client.disconnect();
  }
}
