import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { removeDeadDirectories } from '../boot/dead-directories.ts';
import { findFreePorts } from './free-ports.ts';
import { LOCAL } from '../boot/layout.ts';
import { findUnlinked, followLink } from './outside-data.ts';
import { makeMemoryDirectory } from './own-directories.ts';
import { findPostgres, type PostgresProgram } from './postgres-binaries.ts';
import { hasCluster, startCluster, OWNER, SUPERUSER, type ClusterOptions } from './postgres-cluster.ts';
import { spawnServer } from './server-process.ts';
import { superviseProcess, type Supervised } from './supervise.ts';

export type LocalServer = {
  /** The value for DATABASE_URL or REDIS_URL. */
  readonly url: string;
  /** The version and place for the terminal. */
  readonly description: string;
  readonly process: Supervised;
};

export type PostgresOptions = ClusterOptions & {
  /**
   * The directory of the cluster: below `.local`, outside the project if necessary, or in memory if
   * it is temporary.
   */
  readonly directory: string;
  /** Whether a commit survives a power failure, as it must in production. */
  readonly durable: boolean;
  /** Which PostgreSQL; default: that of `npm start`. */
  readonly program?: PostgresProgram;
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
 * Starts a PostgreSQL for this project, on the loopback address and a free port. Its address
 * contains an ordinary role that owns its database; for temporary clusters it contains the
 * superuser.
 */
export async function openPostgres(options: PostgresOptions): Promise<LocalServer & AsyncDisposable> {
  const binaries = findPostgres(options.program);
  // Temporary data need not survive a restart of the machine.
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

/** The directory of the cluster of `npm start` below `.local`. */
export const CLUSTER_DIRECTORY = 'postgres';

/**
 * Creates the cluster of `npm start` if there is none, without starting a server.
 * @param readPassword returns the password of the role that owns the database; called only if a cluster is created, because
 * `npm start` assumes that an existing one has the stored password.
 * @throws SetupError if PostgreSQL's own tools fail, or PostgreSQL is not installed.
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

/** @param outside the directory outside of the project in which the data must be, if any. */
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
      `The data of an earlier .local still exist but are no longer used. To remove them: rm -rf ${unlinked.join(' ')}`,
    );
}

/** Returns whether PostgreSQL accepts connections, according to its pid file. */
function isAccepting(data: string, port: number): boolean {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    return lines[3] === String(port) && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}
