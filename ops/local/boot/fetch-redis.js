import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runLogged, SetupError } from './boot-report.js';
import { findExecutable } from './find-executable.js';

/*
 * No npm package contains a Redis server. If none is installed, the packages of Debian or Ubuntu
 * are downloaded and unpacked below .local, without root rights, a service, or changes outside the
 * project.
 */

export const REDIS_ADVICE =
  'Install Redis 6.2 or newer (apt install redis-server · dnf install valkey · apk add redis · brew install redis) or set REDIS_URL.';

/** The approximate size on disk while it is fetched. */
export const REDIS_MEGABYTES = 25;

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
 * @returns {boolean} true if no REDIS_URL is set and no Redis runs on this machine; a fetched one
 *   may have lost a library since.
 */
export function isRedisMissing(local) {
  if (process.env['REDIS_URL'] || process.env['REDIS_URL_FILE']) return false;
  const programs = [findExecutable(['redis-server']), findExecutable(['valkey-server']), fetchedRedis(local)];
  return !programs.some((program) => program !== undefined && isNewEnough(readRedisVersion(program)));
}

/** @param {string} version */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 6 || (major === 6 && minor >= 2);
}

/**
 * @param {string} program
 * @returns {string} the version, such as `7.0.15`; `0` if the program does not run here.
 */
export function readRedisVersion(program) {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 ? (/v=(\d{1,4}\.\d{1,4}\.\d{1,4})/.exec(stdout)?.[1] ?? '0') : '0';
}

/**
 * @param {string} local
 * @returns {string} the reason why the fetched Redis does not run, in one line; empty if none was
 *   fetched.
 */
function explainBrokenRedis(local) {
  const { error, stderr } = spawnSync(fetchedRedis(local), ['--version'], { encoding: 'utf8' });
  if (error) return '';
  const [, library] = /([\w.+-]{1,100}): cannot open shared object file/.exec(stderr) ?? [];
  return library ? `; the fetched one lacks ${library}` : '; the fetched one does not run';
}

/**
 * Downloads and unpacks redis-server with all its libraries except libc's, since libraries of the
 * machine may be removed later.
 * @param {string} local
 * @param {string} work a directory that no other process uses, on the same disk.
 */
export async function fetchRedis(local, work) {
  const missing = ['apt-get', 'dpkg-deb'].find((name) => !findExecutable([name]));
  const broken = explainBrokenRedis(local);
  if (missing) throw new SetupError(`No Redis server on this machine${broken}`, REDIS_ADVICE);
  try {
    await unpackRedis(work, path.join(local, 'logs', 'redis-download.log'), broken);
    rmSync(path.join(local, 'redis-server'), { recursive: true, force: true });
    renameSync(path.join(work, 'root'), path.join(local, 'redis-server'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * @param {string} work
 * @param {string} log
 * @param {string} broken a text that is added to errors.
 */
async function unpackRedis(work, log, broken) {
  const root = path.join(work, 'root');
  for (const name of ['root', 'debs', 'lists/partial', 'cache/archives/partial']) {
    mkdirSync(path.join(work, name), { recursive: true });
  }
  rmSync(log, { force: true });
  const download = await openDownloader(work, log, broken);
  const seen = new Set(['redis-server', 'redis-tools']);
  let wanted = [...seen];
  while (wanted.length > 0) {
    const archives = await download(wanted);
    for (const archive of archives) execFileSync('dpkg-deb', ['-x', archive, root]);
    wanted = archives.flatMap(listLibraries).filter((name) => !seen.has(name) && !isBase(name));
    for (const name of wanted) seen.add(name);
  }
  writeFileSync(path.join(root, 'launch'), LAUNCHER, { mode: 0o755 });
  const { status, stderr } = spawnSync(path.join(root, 'launch'), ['--version'], { encoding: 'utf8' });
  if (status !== 0) throw new SetupError(`The downloaded Redis does not run: ${stderr.trim()}`, REDIS_ADVICE);
}

/**
 * Opens a downloader of packages. If the machine's package lists are missing or old, reads them
 * again into a private directory.
 * @param {string} work
 * @param {string} log
 * @param {string} broken
 * @returns {Promise<(names: readonly string[]) => Promise<string[]>>} a function that downloads
 *   packages and returns the paths of the files.
 */
async function openDownloader(work, log, broken) {
  const debs = path.join(work, 'debs');
  // Container images configure apt to keep no index. It would then read all lists again at every
  // call.
  const index = ['-o', 'Dir::Cache::pkgcache=pkgcache.bin', '-o', 'Dir::Cache::srcpkgcache='];
  const cache = ['-o', `Dir::Cache=${work}/cache`, ...index, '-o', 'APT::Sandbox::User=root'];
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
        throw new SetupError(`Redis could not be downloaded${broken} (see ${log})`, REDIS_ADVICE);
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

/**
 * Returns whether a package belongs to the C library, which must come from the machine together
 * with its loader.
 * @param {string} name
 */
function isBase(name) {
  return name === 'libc6' || name === 'libc-bin' || name === 'libgcc-s1' || name === 'libcrypt1';
}
