import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { removeDeadDirectories } from '../boot/dead-directories.ts';
import { findFreePorts } from './free-ports.ts';
import { LOCAL } from '../boot/layout.ts';
import { findUnlinked, followLink } from './outside-data.ts';
import { makeMemoryDirectory } from './own-directories.ts';
import { findPostgres } from './postgres-binaries.ts';
import { hasCluster, startCluster, OWNER, SUPERUSER, type ClusterOptions } from './postgres-cluster.ts';
import { spawnServer } from './server-process.ts';
import { superviseProcess, type Supervised } from './supervise.ts';

export type LocalServer = {
  /** For DATABASE_URL or REDIS_URL. */
  readonly url: string;
  /** For the terminal: what was found where. */
  readonly description: string;
  readonly process: Supervised;
};

export type PostgresOptions = ClusterOptions & {
  /** Of the cluster: below `.local`, outside the project where that must be, or in memory where it is thrown away. */
  readonly directory: string;
  /** Whether a commit survives a loss of power, as it must in production. */
  readonly durable: boolean;
  readonly log: string;
  readonly report: (message: string) => void;
};

const DURABLE = { shared_buffers: '128MB' };
const FORGETFUL = {
  shared_buffers: '256MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '1GB',
  autovacuum_naptime: '10min',
};

/**
 * Starts a PostgreSQL of this project's own, on the loopback address and a free port.
 * The address is that of an ordinary role which owns its database; for throwaway clusters that of the superuser.
 */
export async function openPostgres(options: PostgresOptions): Promise<LocalServer & AsyncDisposable> {
  const binaries = findPostgres();
  // Nothing of it has to outlive the machine.
  const memory = options.throwaway && !options.durable ? makeMemoryDirectory() : undefined;
  const home = findHome(memory ?? binaries.outside, options);
  if (!options.throwaway) reportUnlinked(binaries.outside, options.report);
  const data = path.join(home, 'data');
  if (options.throwaway) removeDeadDirectories(path.dirname(path.dirname(home)));
  await startCluster(binaries, home, options);

  const [port = 0] = await findFreePorts(1);
  const settings = {
    ...(options.durable ? DURABLE : FORGETFUL),
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    password_encryption: 'scram-sha-256',
  };
  const args = [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const { account } = binaries;
  const supervised = superviseProcess({
    name: 'PostgreSQL',
    log: options.log,
    start: () =>
      spawnServer({ program: binaries.postgres, args, log: options.log, account, deathSignal: 'INT' }),
    stopSignal: 'SIGINT',
    patience: 20_000,
    report: options.report,
  });
  await supervised.waitUntilReady(async () => isAccepting(data, port));
  const [user, database] = options.throwaway ? [SUPERUSER, SUPERUSER] : [OWNER, OWNER];
  return {
    url: `postgres://${user}:${options.password}@127.0.0.1:${port}/${database}`,
    description: `PostgreSQL ${binaries.major} on port ${port}${binaries.outside ? `, data in ${home}` : ''}`,
    process: supervised,
    async [Symbol.asyncDispose]() {
      await supervised.stop();
      if (options.throwaway) rmSync(memory ? path.dirname(home) : home, { recursive: true, force: true });
    },
  };
}

/** Where `npm start` keeps its cluster, below `.local`. */
export const CLUSTER_DIRECTORY = 'postgres';

/**
 * Creates the cluster of `npm start` where there is none, and starts no server.
 * @param readPassword gives the password of the role that owns the database; asked only where a cluster is created, because
 * `npm start` trusts an existing one to have the password that it finds.
 * @throws SetupError where PostgreSQL's own tools fail, or no PostgreSQL is there.
 */
export async function createFirstCluster(readPassword: () => Promise<string>): Promise<void> {
  const binaries = findPostgres();
  const home = findHome(binaries.outside, { directory: CLUSTER_DIRECTORY, throwaway: false });
  if (hasCluster(home)) return;
  await startCluster(binaries, home, {
    password: await readPassword(),
    resetPassword: false,
    throwaway: false,
  });
}

/** @param outside of the project, where its data must lie. */
function findHome(
  outside: string | undefined,
  { directory, throwaway }: Pick<PostgresOptions, 'directory' | 'throwaway'>,
): string {
  if (outside === undefined || throwaway) return path.join(outside ?? LOCAL, directory);
  return followLink(path.join(LOCAL, directory), outside);
}

function reportUnlinked(outside: string | undefined, report: PostgresOptions['report']): void {
  const unlinked = outside === undefined ? [] : findUnlinked(LOCAL, outside);
  if (unlinked.length > 0)
    report(
      `Data of an earlier .local, which nothing here uses any more, are still there: rm -rf ${unlinked.join(' ')}`,
    );
}

/** PostgreSQL notes in its pid file that it accepts connections. */
function isAccepting(data: string, port: number): boolean {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    return lines[3] === String(port) && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}
