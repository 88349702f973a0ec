import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';

/** Returns the URL of the throwaway server of the test run. */
export function testRedisUrl(): string {
  const url = process.env['TEST_REDIS_URL'];
  if (!url)
    throw new Error('TEST_REDIS_URL is not set: run the tests with `npm test` or `npm run test:integration`');
  return url;
}

/** Returns a prefix that no other test uses. */
export function testPrefix(): string {
  return `{test-${randomBytes(6).toString('hex')}}`;
}

export async function openTestRedis(options: { keyPrefix?: string } = {}): Promise<Redis & AsyncDisposable> {
  const redis = new Redis(testRedisUrl(), { maxRetriesPerRequest: 1, ...options });
  await redis.ping();
  return Object.assign(redis, {
    [Symbol.asyncDispose]: async () => {
      redis.disconnect();
    },
  });
}
