import path from 'node:path';
import { Redis } from 'ioredis';
import { openRedis } from '../../ops/local/servers/redis.ts';

export type OwnRedis = AsyncDisposable & {
  readonly url: string;
  readonly pid: number;
  /** To look into it, and to change how it behaves. */
  readonly admin: Redis;
};

/** A Redis of a test file's own: how the shared one behaves is nobody's to change. @param name of its files. */
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
