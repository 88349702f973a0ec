import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runLogged, SetupError } from '../../../local/boot/boot-report.js';
import { buildLogPath } from '../../../local/servers/logs.ts';
import { findExecutable } from '../../../local/boot/find-executable.js';
import { listMissingPackages } from './read-simulation.ts';

/*
 * Patroni, etcd, haproxy, PostgreSQL with pg_rewind, and faketime: the distribution's own packages, unpacked below .local. No root rights, no service
 * that starts by itself, nothing outside of the project. Which ones are missing apt tells, against what the machine has.
 */

const WANTED = ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'postgresql', 'faketime', 'iproute2'];

/** Written last: a directory without it is one whose unpacking was interrupted. */
const MARK = 'unpacked';

/** Whether the machine has apt, which can tell, fetch and unpack packages. */
export function hasPackages(): boolean {
  return ['apt-get', 'dpkg-deb', 'python3'].every((name) => findExecutable([name]) !== undefined);
}

/**
 * Fetches and unpacks what the machine lacks, once.
 * @param root where the packages lie afterwards, as they would below /.
 * @throws SetupError where apt gives none.
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
  // The machine's lists may be absent or old: then they are read anew, into a directory of our own.
  const isThere =
    (await fetchWith([])) || ((await apt([...privateLists, 'update'])) && (await fetchWith(privateLists)));
  if (!isThere)
    throw new SetupError(
      `${WANTED.join(', ')} could not be fetched (see ${log})`,
      'They are packages of Debian 12 and of what is newer.',
    );
  const root = path.join(work, 'root');
  for (const archive of readdirSync(debs)) execFileSync('dpkg-deb', ['-x', path.join(debs, archive), root]);
  writeFileSync(path.join(root, MARK), `${readdirSync(debs).join('\n')}\n`);
}

/** What apt would install, with versions; null where it knows not all of it. */
function listMissing(options: readonly string[]): string[] | null {
  const args = [...options, 'install', '--simulate', '--no-install-recommends', ...WANTED];
  const { status, stdout } = spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  });
  return status === 0 ? listMissingPackages(stdout) : null;
}
