import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { SetupError } from '../boot/boot-report.js';
import { fetchedRedis, isNewEnough, readRedisVersion, REDIS_ADVICE } from '../boot/fetch-redis.js';
import { findExecutable } from '../boot/find-executable.js';
import { findFreePorts } from './free-ports.ts';
import { LOCAL } from '../boot/layout.ts';
import type { LocalServer } from './postgres.ts';
import { spawnServer } from './server-process.ts';
import { superviseProcess } from './supervise.ts';

export type RedisOptions = {
  /** The directory of its data below `.local`. */
  readonly directory: string;
  readonly password: string;
  /** Whether the server is temporary. */
  readonly throwaway: boolean;
  /** Whether jobs are written to disk. */
  readonly durable: boolean;
  readonly log: string;
  readonly report: (message: string) => void;
};

/**
 * Starts a Redis for this project, on the loopback address and a free port, which never evicts a
 * job.
 */
export async function openRedis(options: RedisOptions): Promise<LocalServer & AsyncDisposable> {
  const { program, version } = findRedis();
  const home = path.join(LOCAL, options.directory);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const [port = 0] = await findFreePorts(1);
  const settings = path.join(home, 'redis.conf');
  writeFileSync(settings, buildSettings(home, port, options), { mode: 0o600 });
  const supervised = superviseProcess({
    name: 'Redis',
    log: options.log,
    start: () => spawnServer({ program, args: [settings], log: options.log, deathSignal: 'TERM' }),
    stopSignal: 'SIGTERM',
    patience: 10_000,
    report: options.report,
  });
  const url = `redis://:${options.password}@127.0.0.1:${port}`;
  await supervised.waitUntilReady(() => isRedisAnswering(url));
  return {
    url,
    description: `Redis ${version} on port ${port}`,
    process: supervised,
    async [Symbol.asyncDispose]() {
      await supervised.stop();
      if (options.throwaway) rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Finds the server of the machine if it is new enough, otherwise the one that boot.js fetched. */
export function findRedis(): { program: string; version: string } {
  const candidates = [
    findExecutable(['redis-server']),
    findExecutable(['valkey-server']),
    fetchedRedis(LOCAL),
  ];
  for (const program of candidates) {
    const version = program === undefined ? '0' : readRedisVersion(program);
    if (program !== undefined && isNewEnough(version)) return { program, version };
  }
  throw new SetupError('No Redis server of version 6.2 or newer on this machine', REDIS_ADVICE);
}

function buildSettings(home: string, port: number, options: RedisOptions): string {
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${options.password}`,
    `dir "${home}"`,
    'maxmemory-policy noeviction',
    // Each test that starts processes has its own database.
    ...(options.throwaway ? ['databases 1000'] : []),
    'save ""',
    `appendonly ${options.durable ? 'yes' : 'no'}`,
    '',
  ].join('\n');
}

/** Returns whether a Redis answers. Tries once. */
export async function isRedisAnswering(url: string): Promise<boolean> {
  const redis = new Redis(url, {
    connectTimeout: 3000,
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  redis.on('error', () => {});
  try {
    await redis.connect();
    return (await redis.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}
