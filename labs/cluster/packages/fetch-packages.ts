import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runLogged, SetupError } from '../../../ops/local/boot/boot-report.js';
import { buildLogPath } from '../../../ops/local/servers/logs.ts';
import { findExecutable } from '../../../ops/local/boot/find-executable.js';
import { listMissingPackages } from './read-simulation.ts';

/*
 * Patroni, etcd, haproxy, PostgreSQL with pg_rewind, and faketime: the distribution's own packages,
 * unpacked below .local. This needs no root rights, starts no service, and changes nothing outside
 * of the project. apt determines which packages the machine lacks.
 */

const WANTED = ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'postgresql', 'faketime', 'iproute2'];

/** This file is written last. A directory without it was unpacked incompletely. */
const MARK = 'unpacked';

/** Reports whether the machine has apt, which resolves, fetches and unpacks packages. */
export function hasPackages(): boolean {
  return ['apt-get', 'dpkg-deb', 'python3'].every((name) => findExecutable([name]) !== undefined);
}

/**
 * Fetches and unpacks the packages that the machine lacks, once.
 * @param root the directory that contains the packages afterwards, as they would be below /.
 * @throws SetupError if apt cannot provide a package.
 */
export async function fetchPackages(root: string): Promise<void> {
  if (existsSync(path.join(root, MARK))) return;
  const work = `${root}.${process.pid}`;
  const log = buildLogPath('cluster-packages');
  rmSync(log, { force: true });
  for (const name of ['root', 'debs', 'lists/partial', 'cache/archives/partial'])
    mkdirSync(path.join(work, name), { recursive: true });
  try {
    await unpackAll(work, log);
    rmSync(root, { recursive: true, force: true });
    renameSync(path.join(work, 'root'), root);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function unpackAll(work: string, log: string): Promise<void> {
  const debs = path.join(work, 'debs');
  const cache = ['-o', `Dir::Cache=${work}/cache`, '-o', 'APT::Sandbox::User=root'];
  const privateLists = ['-o', `Dir::State::lists=${work}/lists`, '-o', 'Acquire::Languages=none'];
  const apt = async (args: readonly string[]) =>
    (await runLogged('apt-get', [...cache, ...args], { log, cwd: debs })).code === 0;
  const fetchWith = async (options: readonly string[]) => {
    const packages = listMissing([...cache, ...options]);
    return packages !== null && (await apt([...options, 'download', ...packages]));
  };
  // The machine's package lists may be missing or old; then they are fetched into a directory of
  // the project.
  const isThere =
    (await fetchWith([])) || ((await apt([...privateLists, 'update'])) && (await fetchWith(privateLists)));
  if (!isThere)
    throw new SetupError(
      `${WANTED.join(', ')} could not be fetched (see ${log})`,
      'Debian 12 and newer have these packages.',
    );
  const root = path.join(work, 'root');
  for (const archive of readdirSync(debs)) execFileSync('dpkg-deb', ['-x', path.join(debs, archive), root]);
  writeFileSync(path.join(root, MARK), `${readdirSync(debs).join('\n')}\n`);
}

/** Returns what apt would install, with versions; null if it does not know all packages. */
function listMissing(options: readonly string[]): string[] | null {
  const args = [...options, 'install', '--simulate', '--no-install-recommends', ...WANTED];
  const { status, stdout } = spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  });
  return status === 0 ? listMissingPackages(stdout) : null;
}
