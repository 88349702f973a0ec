import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { removeDeadDirectories } from '../../ops/local/boot/dead-directories.ts';
import { LOCAL } from '../../ops/local/boot/layout.ts';
import { buildSecrets } from '../../ops/local/engine/secrets.ts';
import { buildServerSteps } from '../../ops/local/servers/servers.ts';
import type { Shutdown } from '../../ops/local/engine/shutdown.ts';
import { runSteps } from '../../ops/local/engine/step-list.ts';
import type { BenchOptions } from './read-options.ts';

/** The servers of this run, and what the measurements share. */
export type Bench = AsyncDisposable & {
  readonly options: BenchOptions;
  /** Selects the size for a whole run or for a quick one. */
  pick<T>(whole: T, quick: T): T;
  /** Creates an empty database. @returns its URL. */
  createDatabase(): Promise<string>;
  /**
   * Drops all databases and runs a checkpoint, so that no goal pays for the writes of the one
   * before it.
   */
  tidyUp(): Promise<void>;
  /** Returns the URL of an empty Redis database. It is reused after 15 more calls. */
  takeRedis(): Promise<string>;
  readonly chromiumPath: string;
  /** The settings of PostgreSQL and Redis that matter to speed. */
  readonly settings: Readonly<Record<string, string>>;
  /** The process ids of PostgreSQL and Redis. */
  readonly servers: readonly number[];
  /** Prints the progress of the run. */
  say(text: string): void;
};

const REDIS_DATABASES = 16;

/**
 * Starts PostgreSQL and Redis with the durability of production: everything acknowledged is on
 * disk.
 */
export async function openBench(options: BenchOptions, shutdown: Shutdown): Promise<Bench> {
  const resources = new AsyncDisposableStack();
  const directory = path.join('bench', String(process.pid));
  removeDeadDirectories(path.join(LOCAL, 'bench'));
  mkdirSync(path.join(LOCAL, directory), { recursive: true });
  resources.defer(() => rmSync(path.join(LOCAL, directory), { recursive: true, force: true }));
  const opened: (() => number | undefined)[] = [];
  const { steps, addresses } = buildServerSteps({
    directory,
    databaseUrl: undefined,
    redisUrl: undefined,
    logPrefix: 'bench-',
    secrets: buildSecrets(),
    resetPassword: false,
    throwaway: true,
    durable: true,
    onOpen: (server) => {
      resources.use(server);
      shutdown.add('servers', server.process);
      opened.push(() => server.process.pid);
    },
    report: (message) => console.log(`! ${message}`),
  });
  await runSteps(steps, { concurrent: true });
  const counters = { database: 0, redis: 0 };
  const databases: string[] = [];
  return {
    options,
    pick: (whole, quick) => (options.isQuick ? quick : whole),
    async createDatabase() {
      counters.database += 1;
      databases.push(`bench_${counters.database}`);
      return createDatabase(addresses.DATABASE_URL!, databases.at(-1)!);
    },
    async tidyUp() {
      const removals = databases.splice(0).map((name) => `drop database ${name} with (force)`);
      await runStatements(addresses.DATABASE_URL!, [...removals, 'checkpoint']);
    },
    async takeRedis() {
      const url = new URL(addresses.REDIS_URL!);
      url.pathname = `/${counters.redis % REDIS_DATABASES}`;
      counters.redis += 1;
      const redis = new Redis(url.href);
      await redis.flushdb();
      redis.disconnect();
      return url.href;
    },
    chromiumPath: addresses.CHROMIUM_PATH!,
    settings: await readSettings(addresses.DATABASE_URL!, addresses.REDIS_URL!),
    servers: opened.flatMap((readPid) => readPid() ?? []),
    say: (text) => console.log(`  ${text}`),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const SETTINGS = ['server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers'];

async function readSettings(databaseUrl: string, redisUrl: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const redis = new Redis(redisUrl);
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      `select name, current_setting(name) as setting from unnest($1::text[]) name`,
      [SETTINGS],
    );
    const [, appendonly = ''] = await redis.config('GET', 'appendonly');
    const version = /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? '';
    const told = Object.fromEntries(rows.map(({ name, setting }) => [`postgres ${name}`, setting]));
    return { ...told, 'redis version': version, 'redis appendonly': appendonly };
  } finally {
    await client.end();
    redis.disconnect();
  }
}

async function createDatabase(server: string, name: string): Promise<string> {
  await runStatements(server, [`create database ${name}`]);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function runStatements(server: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
