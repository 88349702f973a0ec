import type { Redis } from 'ioredis';
import { setTimeout as wait } from 'node:timers/promises';

/** Shorter than the limit of `/readyz`, so that it names what hangs. */
const PATIENCE_MS = 1500;

/** Whether Redis answers; one that hangs keeps its connections. @returns `ok`, or what is wrong. */
export async function checkRedis(redis: Redis): Promise<string> {
  if (redis.status !== 'ready') return 'not reachable';
  const late = wait(PATIENCE_MS, 'does not answer', { ref: false });
  return Promise.race([redis.ping().then(() => 'ok'), late]).catch(() => 'not reachable');
}
