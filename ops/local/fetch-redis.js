import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runLogged, SetupError } from './boot-report.js';
import { findExecutable } from './find-executable.js';

/*
 * No npm package ships a Redis server. Where none is installed, Debian's and Ubuntu's own packages are downloaded and unpacked
 * below .local: no root rights, no service, nothing outside the project.
 */

export const REDIS_ADVICE =
  'Install Redis 6.2 or newer (apt install redis-server · dnf install valkey · apk add redis · brew install redis) or set REDIS_URL.';

/** Starts the unpacked server with its own libraries. */
const LAUNCHER = `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
for libraries in "$here"/usr/lib/*-linux-gnu* "$here"/lib/*-linux-gnu*; do
  [ -d "$libraries" ] && LD_LIBRARY_PATH="$libraries\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
done
export LD_LIBRARY_PATH
exec "$here/usr/bin/redis-server" "$@"
`;

/** @param {string} local the directory \`.local\`. */
export function fetchedRedis(local) {
  return path.join(local, 'redis-server', 'launch');
}

/**
 * @param {string} local
 * @returns {boolean} true when there is neither a Redis to connect to nor one to run.
 */
export function isRedisMissing(local) {
  if (process.env['REDIS_URL'] || process.env['REDIS_URL_FILE']) return false;
  return !findExecutable(['redis-server', 'valkey-server']) && !existsSync(fetchedRedis(local));
}

/**
 * Downloads and unpacks redis-server and the libraries that this machine lacks.
 * @param {string} local
 */
export async function fetchRedis(local) {
  const missing = ['apt-get', 'dpkg-deb', 'dpkg-query'].find((name) => !findExecutable([name]));
  if (missing) throw new SetupError('No Redis server on this machine', REDIS_ADVICE);
  const work = path.join(local, `redis-server.${process.pid}`);
  try {
    await unpackRedis(work, path.join(local, 'logs', 'redis-download.log'));
    rmSync(path.join(local, 'redis-server'), { recursive: true, force: true });
    renameSync(path.join(work, 'root'), path.join(local, 'redis-server'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * @param {string} work
 * @param {string} log
 */
async function unpackRedis(work, log) {
  const root = path.join(work, 'root');
  for (const name of ['root', 'debs', 'lists/partial', 'cache/archives/partial']) {
    mkdirSync(path.join(work, name), { recursive: true });
  }
  rmSync(log, { force: true });
  const download = await openDownloader(work, log);
  const seen = new Set(['redis-server', 'redis-tools']);
  let wanted = [...seen];
  while (wanted.length > 0) {
    const archives = await download(wanted);
    for (const archive of archives) execFileSync('dpkg-deb', ['-x', archive, root]);
    wanted = archives.flatMap(listLibraries).filter((name) => !seen.has(name) && !isPackageInstalled(name));
    for (const name of wanted) seen.add(name);
  }
  writeFileSync(path.join(root, 'launch'), LAUNCHER, { mode: 0o755 });
  const { status, stderr } = spawnSync(path.join(root, 'launch'), ['--version'], { encoding: 'utf8' });
  if (status !== 0) throw new SetupError(`The downloaded Redis does not run: ${stderr.trim()}`, REDIS_ADVICE);
}

/**
 * The machine's package lists may be absent or old: then they are read anew, into a private directory.
 * @param {string} work
 * @param {string} log
 * @returns {Promise<(names: readonly string[]) => Promise<string[]>>} downloads packages and gives the files' paths.
 */
async function openDownloader(work, log) {
  const debs = path.join(work, 'debs');
  const cache = ['-o', `Dir::Cache=${work}/cache`, '-o', 'APT::Sandbox::User=root'];
  const privateLists = ['-o', `Dir::State::lists=${work}/lists`, '-o', 'Acquire::Languages=none'];
  let options = cache;
  /** @param {readonly string[]} args */
  const apt = async (args) =>
    (await runLogged('apt-get', [...options, ...args], { log, cwd: debs })).code === 0;
  return async (names) => {
    const before = new Set(readdirSync(debs));
    if (!(await apt(['download', ...names]))) {
      options = [...cache, ...privateLists];
      if (!(await apt(['update'])) || !(await apt(['download', ...names]))) {
        throw new SetupError(`Redis could not be downloaded (see ${log})`, REDIS_ADVICE);
      }
    }
    return readdirSync(debs)
      .filter((file) => !before.has(file))
      .map((file) => path.join(debs, file));
  };
}

/**
 * @param {string} archive
 * @returns {string[]} the library packages that it depends on.
 */
function listLibraries(archive) {
  const depends = execFileSync('dpkg-deb', ['-f', archive, 'Depends'], { encoding: 'utf8' });
  const names = depends.split(',').map((entry) => entry.trim().split(/[\s|(:]/)[0] ?? '');
  return names.filter((name) => name.startsWith('lib'));
}

/** @param {string} name */
function isPackageInstalled(name) {
  try {
    const status = execFileSync('dpkg-query', ['-W', '-f=${Status}', name], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return status.endsWith(' installed');
  } catch {
    return false;
  }
}
