import { describe, expect, it } from 'vitest';
import { Redis } from 'ioredis';
import { startProcess } from './processes.ts';
import { takeRedisDatabase } from './redis-database.ts';
import { testRedisUrl } from './redis.ts';

describe('takeRedisDatabase', () => {
  it('returns empty databases that no other test uses, even if several are taken at the same time', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, () => takeRedisDatabase()));
    expect(new Set(taken).size).toBe(20);
    expect(taken.map((url) => new URL(url).pathname)).not.toContain('/0');
    for (const url of taken) {
      const redis = new Redis(url);
      expect(await redis.dbsize()).toBe(0);
      redis.disconnect();
    }
  });

  it('is required for every process: the shared database is refused', async () => {
    for (const REDIS_URL of [testRedisUrl(), new URL('/0', testRedisUrl()).href])
      await expect(startProcess('worker', { REDIS_URL })).rejects.toThrow('takeRedisDatabase');
  });
});
