import { once } from 'node:events';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { watchEviction } from '../../../src/platform/jobs/eviction.ts';
import { eventually } from '../../support/eventually.ts';
import { testRedisUrl } from '../../support/redis.ts';

/** Replaces the eviction policy in the answers of a real Redis. */
function withPolicy(redis: Redis, policy: string): Redis {
  const info = redis.info.bind(redis);
  const answer = async (...sections: ['memory']) =>
    (await info(...sections)).replace(/maxmemory_policy:\S+/, `maxmemory_policy:${policy}`);
  return Object.assign(redis, { info: answer });
}

it.each([
  ['noeviction', []],
  ['allkeys-lru', ['allkeys-lru']],
])('watchEviction reports for a Redis with the policy %s: %j', async (policy, expected) => {
  const redis = withPolicy(new Redis(testRedisUrl()), policy);
  const reported: string[] = [];
  watchEviction(redis, (found) => reported.push(found));
  await once(redis, 'ready');
  await redis.ping();
  if (expected.length > 0) await eventually(() => reported.length > 0);
  expect(reported).toEqual(expected);
  redis.disconnect();
});
