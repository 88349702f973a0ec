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
  /** For tests and benchmarks: gone afterwards, and only the superuser has a role. */
  readonly throwaway: boolean;
};

export const SUPERUSER = 'postgres';
/** An ordinary role and its database: what the engine gets in production too. It makes the processes' roles when it migrates. */
export const OWNER = 'engine';
/** Nobody logs in as the superuser over the network: it has no password. */
const PREPARE_SERVER = [
  `ALTER ROLE ${SUPERUSER} PASSWORD NULL`,
  'REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC',
];

/**
 * Makes a directory ready for a PostgreSQL server: a new cluster, or the one that is there.
 * @param home gets the subdirectory `data`.
 * @throws SetupError where PostgreSQL's own tools fail or the data is another version's.
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

/** Whether a directory holds a cluster: it gets its name when it is whole. @param home has the subdirectory `data`. */
export function hasCluster(home: string): boolean {
  return existsSync(path.join(home, 'data', 'PG_VERSION'));
}

async function createCluster(
  binaries: PostgresBinaries,
  data: string,
  options: ClusterOptions,
): Promise<void> {
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
  await runQuietly(binaries, binaries.initdb, args);
  rmSync(passwordFile);
  if (!options.throwaway) {
    await runSql(binaries, unfinished, [
      `CREATE ROLE ${OWNER} LOGIN CREATEROLE PASSWORD '${options.password}'`,
      `CREATE DATABASE ${OWNER} OWNER ${OWNER}`,
      ...PREPARE_SERVER,
    ]);
    // One line: a statement ends with it.
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
      `${data} was made by PostgreSQL ${major}, and this is PostgreSQL ${binaries.major}`,
      'Run that version and set DATABASE_URL, or move the directory away to begin anew.',
    );
  }
  // A former supervisor was killed a moment ago, and its server may still be on its way out.
  if (existsSync(path.join(data, 'postmaster.pid'))) {
    await runQuietly(binaries, binaries.pgCtl, ['stop', '-D', data, '-m', 'fast', '-w']).catch(() => {});
  }
  if (options.resetPassword)
    await runSql(binaries, data, [`ALTER ROLE ${OWNER} PASSWORD '${options.password}'`]);
}

/** Runs statements without a server listening. */
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

/** A directory of the server's own, below one that its account can enter. */
function openDirectory(directory: string, account: Account | undefined): void {
  mkdirSync(path.dirname(directory), { recursive: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  handOver(directory, account);
}

function handOver(place: string, account: Account | undefined): void {
  if (account) chownSync(place, account.uid, account.gid);
}
