import { Redis } from 'ioredis';
import { testRedisUrl } from './redis.ts';

/** The key in the shared database that contains the last number that was given away. */
const LAST_GIVEN = 'test-databases-given';

/**
 * Returns the URL of a Redis database that no other test has or had. Real processes need it because
 * they always use the product's prefix: two engines in one database would take each other's jobs,
 * and each would report that Redis belongs to the other. FLUSHDB there acts like a loss of Redis.
 */
export async function takeRedisDatabase(): Promise<string> {
  const redis = new Redis(testRedisUrl());
  try {
    const number = await redis.incr(LAST_GIVEN);
    await redis.select(number).catch((error: unknown) => {
      throw new Error(`No database of Redis is left. Run the tests again`, { cause: error });
    });
    return new URL(`/${number}`, testRedisUrl()).href;
  } finally {
    redis.disconnect();
  }
}

/** @throws if the URL is that of the database that all tests share. */
export function refuseCommonRedis(url: string | undefined): void {
  const common = process.env['TEST_REDIS_URL'];
  if (common === undefined || url === undefined || !URL.canParse(url)) return;
  const { host, pathname } = new URL(url);
  if (host === new URL(common).host && /^\/?0?$/.test(pathname))
    throw new Error('A process of the product needs its own Redis database: use takeRedisDatabase()');
}
