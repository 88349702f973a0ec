import path from 'node:path';
import { Redis } from 'ioredis';
import { openRedis } from '../../ops/local/servers/redis.ts';

export type OwnRedis = AsyncDisposable & {
  readonly url: string;
  readonly pid: number;
  /** A connection to inspect the server and to change its behaviour. */
  readonly admin: Redis;
};

/**
 * Starts a Redis server of the test file's own, because a test must not change the behaviour of the
 * shared one.
 * @param name the prefix of its files.
 */
export async function openOwnRedis(name: string): Promise<OwnRedis> {
  await using opening = new AsyncDisposableStack();
  const redis = opening.use(
    await openRedis({
      directory: path.join('test-redis', `${name}-${process.pid}`),
      password: 'of-this-test',
      throwaway: true,
      durable: false,
      log: path.join(import.meta.dirname, `../../.local/logs/test-${name}.log`),
      report: () => {},
    }),
  );
  const admin = opening.adopt(new Redis(redis.url), (connection) => connection.disconnect());
  const opened = opening.move();
  return {
    url: redis.url,
    pid: redis.process.pid!,
    admin,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
