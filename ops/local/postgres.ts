import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from './boot-report.js';
import { removeDeadDirectories } from './dead-directories.ts';
import { findFreePorts } from './free-ports.ts';
import { LOCAL } from './layout.ts';
import { findPostgres, type PostgresBinaries } from './postgres-binaries.ts';
import { spawnServer, type Account } from './server-process.ts';
import { superviseProcess, type Supervised } from './supervise.ts';

export type LocalServer = {
  /** For DATABASE_URL or REDIS_URL. */
  readonly url: string;
  /** For the terminal: what was found where. */
  readonly description: string;
  readonly process: Supervised;
};

export type PostgresOptions = {
  /** Of the cluster: below `.local`, or outside the project where that must be. */
  readonly directory: string;
  readonly password: string;
  /** Whether an existing cluster may have another password. */
  readonly resetPassword?: boolean;
  /** For tests: not durable, gone after use. */
  readonly throwaway: boolean;
  readonly log: string;
  readonly report: (message: string) => void;
};

const SUPERUSER = 'postgres';
const OWNER = 'engine';

const DURABLE = { shared_buffers: '128MB' };
const FORGETFUL = {
  shared_buffers: '256MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  autovacuum_naptime: '10min',
};

/**
 * Starts a PostgreSQL of this project's own, on the loopback address and a free port.
 * The address is that of an ordinary role which owns its database; for throwaway clusters that of the superuser.
 */
export async function openPostgres(options: PostgresOptions): Promise<LocalServer & AsyncDisposable> {
  const binaries = findPostgres();
  const home = path.join(binaries.outside ?? LOCAL, options.directory);
  const data = path.join(home, 'data');
  if (options.throwaway) removeDeadDirectories(path.dirname(path.dirname(home)));
  openDirectory(home, binaries.account);
  if (!existsSync(path.join(data, 'PG_VERSION'))) createCluster(binaries, data, options);
  else prepareCluster(binaries, data, options);

  const [port = 0] = await findFreePorts(1);
  const settings = {
    ...(options.throwaway ? FORGETFUL : DURABLE),
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
    description: `PostgreSQL ${binaries.major} on port ${port}`,
    process: supervised,
    async [Symbol.asyncDispose]() {
      await supervised.stop();
      if (options.throwaway) rmSync(home, { recursive: true, force: true });
    },
  };
}

function createCluster(binaries: PostgresBinaries, data: string, options: PostgresOptions): void {
  // What an interrupted first start left behind.
  rmSync(data, { recursive: true, force: true });
  const passwordFile = path.join(path.dirname(data), 'password');
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  handOver(passwordFile, binaries.account);
  const unfinished = `${data}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const args = [
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    ...(binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []),
    ...(options.throwaway ? ['--no-sync'] : []),
  ];
  runQuietly(binaries, binaries.initdb, args);
  rmSync(passwordFile);
  if (!options.throwaway) {
    runSql(binaries, unfinished, [
      `CREATE ROLE ${OWNER} LOGIN PASSWORD '${options.password}'`,
      `CREATE DATABASE ${OWNER} OWNER ${OWNER}`,
    ]);
  }
  execFileSync('mv', [unfinished, data]);
}

function prepareCluster(binaries: PostgresBinaries, data: string, options: PostgresOptions): void {
  const major = Number(readFileSync(path.join(data, 'PG_VERSION'), 'utf8'));
  if (major !== binaries.major) {
    throw new SetupError(
      `${data} was made by PostgreSQL ${major}, and this is PostgreSQL ${binaries.major}`,
      'Run that version and set DATABASE_URL, or move the directory away to begin anew.',
    );
  }
  // A former supervisor was killed a moment ago, and its server may still be on its way out.
  if (existsSync(path.join(data, 'postmaster.pid'))) {
    spawnSync(binaries.pgCtl, ['stop', '-D', data, '-m', 'fast', '-w'], { ...binaries.account, cwd: '/' });
  }
  if (options.resetPassword) runSql(binaries, data, [`ALTER ROLE ${OWNER} PASSWORD '${options.password}'`]);
}

/** Runs statements without a server listening. */
function runSql(binaries: PostgresBinaries, data: string, statements: readonly string[]): void {
  runQuietly(
    binaries,
    binaries.postgres,
    ['--single', '-D', data, 'postgres'],
    `${statements.join(';\n')};\n`,
  );
}

function runQuietly(
  { account }: PostgresBinaries,
  program: string,
  args: readonly string[],
  input = '',
): void {
  const { status, error, stderr } = spawnSync(program, args, {
    ...account,
    cwd: '/',
    input,
    encoding: 'utf8',
  });
  if (status === 0 && !/^.*(ERROR|FATAL):/m.test(stderr)) return;
  throw new SetupError(
    `${path.basename(program)} failed: ${(error?.message ?? stderr).trim()}`,
    'Set DATABASE_URL to use a PostgreSQL of your own.',
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

/** A directory of the server's own, below one that its account can enter. */
function openDirectory(directory: string, account: Account | undefined): void {
  mkdirSync(path.dirname(directory), { recursive: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  handOver(directory, account);
}

function handOver(place: string, account: Account | undefined): void {
  if (account) chownSync(place, account.uid, account.gid);
}
