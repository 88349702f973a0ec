import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../boot/boot-report.js';
import { placeOfProgram } from '../boot/fetch-program.js';
import { findExecutable } from '../boot/find-executable.js';
import { LOCAL } from '../boot/layout.ts';
import { canEnter, makeOutsideDirectory } from './own-directories.ts';
import type { Account } from './server-process.ts';

/** PostgreSQL's programs, and the account and the directory for them. */
export type PostgresBinaries = {
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
  readonly major: number;
  /** Set if this process is root, as which PostgreSQL refuses to run. */
  readonly account: Account | undefined;
  /** Set if that account cannot read the project: the data must be below this directory. */
  readonly outside: string | undefined;
};

const ADVICE =
  'Install PostgreSQL 15 or newer (apt install postgresql · dnf install postgresql-server · brew install postgresql@17) or set DATABASE_URL.';
const MIN_MAJOR = 15;

/** That of `npm start` and the tests, or the oldest one that the product supports. */
export type PostgresProgram = 'postgres' | 'oldest-postgres';

/** Finds PostgreSQL: that of the npm package for this platform, otherwise that of the machine. */
export function findPostgres(program: PostgresProgram = 'postgres'): PostgresBinaries {
  const embedded = placeOfProgram(LOCAL, program);
  const account = process.getuid?.() === 0 ? findAccount() : undefined;
  const outside = account && !canEnter(account, [LOCAL, embedded]) ? makeOutsideDirectory() : undefined;
  const others = program === 'postgres' ? listSystemDirectories() : [];
  for (const directory of [findEmbedded(embedded, outside), ...others]) {
    if (!directory || !existsSync(path.join(directory, 'initdb'))) continue;
    const major = readMajor(path.join(directory, 'postgres'));
    if (major < MIN_MAJOR) continue;
    const [postgres, initdb, pgCtl] = ['postgres', 'initdb', 'pg_ctl'].map((name) =>
      path.join(directory, name),
    );
    return { postgres: postgres!, initdb: initdb!, pgCtl: pgCtl!, major, account, outside };
  }
  throw new SetupError(`No PostgreSQL for ${process.platform} ${process.arch}`, ADVICE);
}

/** Finds an account for PostgreSQL. It must be in /etc/passwd, because initdb looks its name up. */
function findAccount(): Account {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const user = users.find(([login]) => login === name);
    if (!user) continue;
    const account = { uid: Number(user[2]), gid: Number(user[3]) };
    if (spawnSync('true', { ...account, cwd: '/' }).status === 0) return account;
  }
  throw new SetupError(
    'PostgreSQL does not run as root, and root cannot run it as postgres or nobody on this machine',
    'Run this command as an ordinary user, or set DATABASE_URL.',
  );
}

/**
 * Finds the npm package for this platform, and creates the library links that its install script
 * would create.
 */
function findEmbedded(embedded: string, outside: string | undefined): string | undefined {
  if (!existsSync(embedded)) return undefined;
  linkLibraries(embedded);
  const native = outside ? copyOutside(embedded, outside) : path.join(embedded, 'native');
  return readMajor(path.join(native, 'bin', 'postgres')) > 0 ? path.join(native, 'bin') : undefined;
}

function linkLibraries(home: string): void {
  const links = JSON.parse(readFileSync(path.join(home, 'native', 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = path.join(home, target);
    if (existsSync(link)) continue;
    symlinkSync(path.relative(path.dirname(link), path.join(home, source)), link);
  }
}

function copyOutside(home: string, outside: string): string {
  const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = path.join(outside, `postgres-${version}`);
  if (readMajor(path.join(copy, 'bin', 'postgres')) > 0) return copy;
  // The copy does not exist yet, or is damaged.
  rmSync(copy, { recursive: true, force: true });
  const unfinished = `${copy}.${process.pid}`;
  cpSync(path.join(home, 'native'), unfinished, { recursive: true, verbatimSymlinks: true });
  renameSync(unfinished, copy);
  return copy;
}

function listSystemDirectories(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const onPath = findExecutable(['initdb']);
  return [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(onPath ? [path.dirname(onPath)] : []),
  ];
}

/** Returns the major version; 0 if the program does not run on this machine. */
function readMajor(postgres: string): number {
  try {
    const answer = execFileSync(postgres, ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    return Number(/\(PostgreSQL\) (\d+)/.exec(answer)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
