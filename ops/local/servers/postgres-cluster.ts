import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { RESTRICT_FUNCTIONS } from '../../../src/platform/postgres/logins/restrict-functions.ts';
import { SetupError } from '../boot/boot-report.js';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { Account } from './server-process.ts';

export type ClusterOptions = {
  readonly password: string;
  /** Whether an existing cluster may have another password. */
  readonly resetPassword: boolean;
  /**
   * Whether the cluster is temporary, for tests and benchmarks. It then has no role but the
   * superuser.
   */
  readonly throwaway: boolean;
};

export const SUPERUSER = 'postgres';
/**
 * An ordinary role with its own database, as in production. It creates the processes' roles when it
 * migrates.
 */
export const OWNER = 'engine';
/** Removes the password of the superuser, which prevents logins as superuser over the network. */
const PREPARE_SERVER = [
  `ALTER ROLE ${SUPERUSER} PASSWORD NULL`,
  'REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC',
];

/**
 * Prepares a directory for a PostgreSQL server: creates a new cluster, or uses the existing one.
 * @param home the parent of the directory `data`.
 * @throws SetupError if PostgreSQL's own tools fail, or the data belongs to another version.
 */
export async function startCluster(
  binaries: PostgresBinaries,
  home: string,
  options: ClusterOptions,
): Promise<void> {
  const data = path.join(home, 'data');
  openDirectory(home, binaries.account);
  if (!hasCluster(home)) await createCluster(binaries, data, options);
  else await prepareCluster(binaries, data, options);
}

/**
 * Returns whether a directory contains a cluster, which gets its final name when it is complete.
 * @param home the parent of the directory `data`.
 */
export function hasCluster(home: string): boolean {
  return existsSync(path.join(home, 'data', 'PG_VERSION'));
}

async function createCluster(
  binaries: PostgresBinaries,
  data: string,
  options: ClusterOptions,
): Promise<void> {
  // Removes the leftovers of an interrupted first start.
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
  await runQuietly(binaries, binaries.initdb, args);
  rmSync(passwordFile);
  if (!options.throwaway) {
    await runSql(binaries, unfinished, [
      `CREATE ROLE ${OWNER} LOGIN CREATEROLE PASSWORD '${options.password}'`,
      `CREATE DATABASE ${OWNER} OWNER ${OWNER}`,
      ...PREPARE_SERVER,
    ]);
    // In single-user mode a statement ends at the end of the line.
    const restrict = RESTRICT_FUNCTIONS.replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ');
    await runSql(binaries, unfinished, [restrict], OWNER);
  }
  renameSync(unfinished, data);
}

async function prepareCluster(
  binaries: PostgresBinaries,
  data: string,
  options: ClusterOptions,
): Promise<void> {
  const major = Number(readFileSync(path.join(data, 'PG_VERSION'), 'utf8'));
  if (major !== binaries.major) {
    throw new SetupError(
      `${data} was created by PostgreSQL ${major}, but this is PostgreSQL ${binaries.major}`,
      'Run that version and set DATABASE_URL, or move the directory away to start over.',
    );
  }
  // If a previous supervisor was killed a moment ago, its server may still be stopping.
  if (existsSync(path.join(data, 'postmaster.pid'))) {
    await runQuietly(binaries, binaries.pgCtl, ['stop', '-D', data, '-m', 'fast', '-w']).catch(() => {});
  }
  if (options.resetPassword)
    await runSql(binaries, data, [`ALTER ROLE ${OWNER} PASSWORD '${options.password}'`]);
}

/** Runs statements in single-user mode, without a server. */
function runSql(
  binaries: PostgresBinaries,
  data: string,
  statements: readonly string[],
  database = 'postgres',
): Promise<void> {
  const args = ['--single', '-D', data, database];
  return runQuietly(binaries, binaries.postgres, args, `${statements.join(';\n')};\n`);
}

async function runQuietly(
  { account }: PostgresBinaries,
  program: string,
  args: readonly string[],
  input = '',
): Promise<void> {
  const child = spawn(program, args, { ...account, cwd: '/', stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.on('error', () => {}).end(input);
  const closed = once(child, 'close');
  const errors = await text(child.stderr);
  const [code] = (await closed) as [number | null];
  if (code === 0 && !/^.*(ERROR|FATAL):/m.test(errors)) return;
  throw new SetupError(
    `${path.basename(program)} failed: ${errors.trim()}`,
    'Set DATABASE_URL to use a PostgreSQL of your own.',
  );
}

/** Creates a directory for the server, below one that its account can enter. */
function openDirectory(directory: string, account: Account | undefined): void {
  mkdirSync(path.dirname(directory), { recursive: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  handOver(directory, account);
}

function handOver(place: string, account: Account | undefined): void {
  if (account) chownSync(place, account.uid, account.gid);
}
