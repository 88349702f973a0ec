import { once } from 'node:events';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { watchEviction } from '../../../src/platform/jobs/eviction.ts';
import { eventually } from '../../support/eventually.ts';
import { testRedisUrl } from '../../support/redis.ts';

/** The answer of a Redis whose policy is another one; everything else is the real server's. */
function withPolicy(redis: Redis, policy: string): Redis {
  const info = redis.info.bind(redis);
  const answer = async (...sections: ['memory']) =>
    (await info(...sections)).replace(/maxmemory_policy:\S+/, `maxmemory_policy:${policy}`);
  return Object.assign(redis, { info: answer });
}

it.each([
  ['noeviction', []],
  ['allkeys-lru', ['allkeys-lru']],
])('a Redis with the policy %s is told of as %j', async (policy, expected) => {
  const redis = withPolicy(new Redis(testRedisUrl()), policy);
  const told: string[] = [];
  watchEviction(redis, (found) => told.push(found));
  await once(redis, 'ready');
  await redis.ping();
  if (expected.length > 0) await eventually(() => told.length > 0);
  expect(told).toEqual(expected);
  redis.disconnect();
});
