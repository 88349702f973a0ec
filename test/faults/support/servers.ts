import { mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { findChromium } from '../../../ops/local/servers/chromium.ts';
import { removeDeadDirectories } from '../../../ops/local/boot/dead-directories.ts';
import { LOCAL } from '../../../ops/local/boot/layout.ts';
import { openPostgres, type LocalServer } from '../../../ops/local/servers/postgres.ts';
import { findPostgres } from '../../../ops/local/servers/postgres-binaries.ts';
import { isRedisAnswering, openRedis } from '../../../ops/local/servers/redis.ts';
import { buildSecrets } from '../../../ops/local/engine/secrets.ts';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import { PROCESS_ROLES, type ProcessRole } from '../../../src/platform/postgres/logins/process-roles.ts';
import { eventually } from '../../support/eventually.ts';
import { mountSmall } from './mount.ts';

/** A server that can be stopped and restarted with the same address and data. */
export type ServerControl = {
  readonly url: string;
  stop(): Promise<void>;
  /** Starts it and waits until it answers. */
  start(): Promise<void>;
};

/** Faults of servers that belong only to this run. */
export type Servers = {
  readonly postgres: ServerControl & {
    /** Ends every session at once, as a crash would; the server recovers by itself. */
    crash(): Promise<void>;
  };
  readonly redis: ServerControl;
};

/** The URL of the owner, and those of the processes' logins. */
export type FaultDatabase = {
  readonly url: string;
  readonly urlOf: (role: ProcessRole) => string;
};

/** The servers of a world: an empty database, a Redis, and Chromium. */
export type Ground = {
  /** Creates an empty, migrated database. */
  openDatabase(): Promise<FaultDatabase & AsyncDisposable>;
  readonly redisUrl: string;
  readonly chromiumPath: string;
  /** null if the servers are shared with other tests. */
  readonly servers: Servers | null;
  /** Set if the data of PostgreSQL are on a small disk of their own. */
  readonly smallDisk: string | null;
};

/** A new cluster takes about 50 MB, its write-ahead log up to 100 MB. */
const SMALL_DISK = '400m';
const DIRECTORY = path.join('faults', String(process.pid));

/** Opens durable servers for the fault runs, whose faults would disturb other tests. */
export async function openFaultServers(): Promise<Ground & AsyncDisposable> {
  const opened = new AsyncDisposableStack();
  removeDeadDirectories(path.join(LOCAL, 'faults'));
  const secrets = buildSecrets();
  const report = (message: string) => console.log(`    ${message}`);
  const postgres = await openDurablePostgres('postgres', secrets.postgresPassword, report);
  opened.use(postgres);
  const redis = await openRedis({
    directory: path.join(DIRECTORY, 'redis'),
    password: secrets.redisPassword,
    throwaway: false,
    durable: true,
    log: path.join(LOCAL, 'logs', 'faults-redis.log'),
    report,
  });
  opened.use(redis);
  opened.defer(() => rmSync(path.join(LOCAL, DIRECTORY), { recursive: true, force: true }));
  const { program } = await findChromium();
  const redisControl = control(redis, () => isRedisAnswering(redis.url));
  const resources = opened.move();
  return {
    openDatabase: () => emptyDatabase(postgres.url),
    redisUrl: redis.url,
    chromiumPath: program,
    servers: { postgres: controlPostgres(postgres), redis: redisControl },
    smallDisk: null,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Returns the same servers with another PostgreSQL on a small disk. */
export async function openSmallDisk(ground: Ground): Promise<Ground & AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const disk = findHome('small-disk');
  mkdirSync(disk, { recursive: true });
  opened.defer(() => rmdirSync(disk));
  opened.use(mountSmall(disk, SMALL_DISK));
  const postgres = await openDurablePostgres(
    path.join('small-disk', 'postgres'),
    buildSecrets().postgresPassword,
    (message) => console.log(`    ${message}`),
  );
  opened.use(postgres);
  const resources = opened.move();
  return {
    ...ground,
    openDatabase: () => emptyDatabase(postgres.url),
    servers: null,
    smallDisk: disk,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** The directory of a PostgreSQL of this run. */
function findHome(name: string): string {
  return path.join(findPostgres().outside ?? LOCAL, DIRECTORY, name);
}

/** A durable PostgreSQL. Its data are removed when it is disposed of. */
async function openDurablePostgres(
  name: string,
  password: string,
  report: (message: string) => void,
): Promise<LocalServer & AsyncDisposable> {
  const server = await openPostgres({
    directory: path.join(DIRECTORY, name),
    password,
    resetPassword: false,
    throwaway: false,
    durable: true,
    log: path.join(LOCAL, 'logs', `faults-${path.basename(name)}.log`),
    report,
  });
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(findHome(name), { recursive: true, force: true });
    },
  };
}

/**
 * Restores a database to the state before the first start. Only the owner can bypass row-level
 * security, to inspect the data; the processes have their own logins.
 */
async function emptyDatabase(url: string): Promise<FaultDatabase & AsyncDisposable> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('drop schema if exists partitions cascade');
  await client.query('drop schema public cascade');
  await client.query('create schema public');
  const logins = PROCESS_ROLES.map((role) => ({
    role,
    name: `engine_${role}_login`,
    password: 'of-every-fault',
  }));
  await migrate(url, { logins });
  const { rows } = await client.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class where relforcerowsecurity`,
  );
  for (const { table } of rows) await client.query(`alter table ${table} no force row level security`);
  await client.end();
  return {
    url,
    urlOf: (role) => {
      const { name: username, password } = logins.find((login) => login.role === role)!;
      return Object.assign(new URL(url), { username, password }).href;
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

function control(server: LocalServer, isAnswering: () => Promise<boolean>): ServerControl {
  return {
    url: server.url,
    stop: () => server.process.stop(),
    async start() {
      server.process.startAgain();
      await eventually(isAnswering, { within: 60_000, what: `${server.description} to answer` });
    },
  };
}

function controlPostgres(server: LocalServer): Servers['postgres'] {
  return {
    ...control(server, () => isAccepting(server.url)),
    async crash() {
      const client = new Client({ connectionString: server.url });
      client.on('error', () => {});
      await client.connect();
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      // The parent of a session's process is the postmaster.
      const stat = readFileSync(`/proc/${rows[0]!.pid}/stat`, 'utf8');
      process.kill(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), 'SIGQUIT');
      await new Promise<void>((resolve) => void client.once('end', resolve));
      await eventually(() => isAccepting(server.url), { within: 60_000, what: 'PostgreSQL to come back' });
    },
  };
}

async function isAccepting(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
