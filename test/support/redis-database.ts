import { Redis } from 'ioredis';
import { testRedisUrl } from './redis.ts';

/** In the common database: the last number that was given away. */
const LAST_GIVEN = 'test-databases-given';

/**
 * The address of a database of Redis that no other test has, or had: what real processes use, who know no other prefix than the product's. Two engines
 * in one would take each other's jobs, and each says that Redis is the other's. FLUSHDB there is a loss of Redis.
 */
export async function takeRedisDatabase(): Promise<string> {
  const redis = new Redis(testRedisUrl());
  try {
    const number = await redis.incr(LAST_GIVEN);
    await redis.select(number).catch((error: unknown) => {
      throw new Error(`No database of Redis is left: run the tests anew`, { cause: error });
    });
    return new URL(`/${number}`, testRedisUrl()).href;
  } finally {
    redis.disconnect();
  }
}

/** @throws for the database that all tests share. */
export function refuseCommonRedis(url: string | undefined): void {
  const common = process.env['TEST_REDIS_URL'];
  if (common === undefined || url === undefined || !URL.canParse(url)) return;
  const { host, pathname } = new URL(url);
  if (host === new URL(common).host && /^\/?0?$/.test(pathname))
    throw new Error(
      'A process of the product would meet those of other tests here: takeRedisDatabase() gives it one',
    );
}
