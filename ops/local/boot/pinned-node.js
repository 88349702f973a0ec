import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupError } from './boot-report.js';
import { runNpm } from './run-npm.js';

/*
 * The engine runs under Node.js 24. A machine that has another one gets it below .local, as the npm package of its platform, pinned with its checksum in
 * the lockfile beside. It is linked into node_modules/.bin, where npm's scripts find it.
 */

const MAJOR = 24;
/** Before it, running TypeScript is an experiment that warns. */
const MIN_MINOR = 12;
const MANIFEST = path.join(path.dirname(fileURLToPath(import.meta.url)), 'node');
/** What it takes on the disk. */
export const NODE_MEGABYTES = 190;

/** @param {string} version such as `24.12.0` */
export function isRightNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === MAJOR && minor >= MIN_MINOR;
}

/** @param {string} local the directory `.local`. */
function placeOf(local) {
  return path.join(local, 'node');
}

/** @param {string} local */
function programOf(local) {
  return path.join(placeOf(local), 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
}

/** @returns {boolean} whether a package of this platform exists. */
function isOffered() {
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(MANIFEST, 'package.json'), 'utf8'));
  return process.platform === 'linux' && `node-linux-${process.arch}` in optionalDependencies;
}

/**
 * Tells whether the Node.js of this process lies in the project: earlier versions had it among the packages. npm removes those while this process runs,
 * and what was fetched is replaced, so it is never taken for the machine's own.
 * @param {string} root the project's directory.
 * @param {string} local
 */
function isOfProject(root, local) {
  return [path.join(root, 'node_modules'), local].some((directory) => {
    const place = resolve(directory);
    // Not the real path of the program: it may be gone by now.
    return place !== undefined && process.execPath.startsWith(place + path.sep);
  });
}

/**
 * @param {string} root the project's directory.
 * @param {string} local
 * @returns {boolean} true when this machine's Node.js is another one, and that of the lockfile is not there yet, is damaged, or has another version.
 */
export function isNodeMissing(root, local) {
  if (!isOffered()) return false;
  if (isRightNode(process.versions.node) && !isOfProject(root, local)) return false;
  return readLock(placeOf(local)) !== readLock(MANIFEST) || !isRunnable(programOf(local));
}

/** @param {string} program */
function isRunnable(program) {
  return spawnSync(program, ['--version']).status === 0;
}

/**
 * @param {string} file
 * @returns {string | undefined} its real path; undefined where there is nothing.
 */
function resolve(file) {
  return existsSync(file) ? realpathSync(file) : undefined;
}

/**
 * @param {string} directory
 * @returns {string | undefined} undefined where there is none.
 */
function readLock(directory) {
  const file = path.join(directory, 'package-lock.json');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * @param {string} local
 * @param {string} work a directory that nobody else has, on the same disk.
 * @param {string} logs directory for npm's output.
 */
export async function installNode(local, work, logs) {
  try {
    mkdirSync(work, { recursive: true });
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(path.join(MANIFEST, name), path.join(work, name));
    await runNpm(['ci'], { log: path.join(logs, 'npm-ci-node.log'), cwd: work });
    rmSync(placeOf(local), { recursive: true, force: true });
    renameSync(work, placeOf(local));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Finds the Node.js to run under: the machine's own where it is right, else that of the lockfile, which npm's scripts then find too.
 * @param {string} root the project's directory.
 * @param {string} local
 * @returns {string | undefined} the program's path; undefined where this process already runs under it.
 * @throws SetupError where there is none for this platform.
 */
export function findNode(root, local) {
  const { node: version } = process.versions;
  if (isRightNode(version) && !isOfProject(root, local)) return undefined;
  const pinned = programOf(local);
  if (isRunnable(pinned)) {
    linkNode(path.join(root, 'node_modules', '.bin', 'node'), pinned);
    // The file may have been replaced by that of another version since this process began.
    const isThis = process.execPath === resolve(pinned) && readVersion(local) === version;
    return isThis ? undefined : pinned;
  }
  // Where no package exists, a later one is better than none.
  if (Number(version.split('.')[0]) > MAJOR) return undefined;
  throw new SetupError(
    `No Node.js ${MAJOR} for ${process.platform} ${process.arch} comes with the packages, and this is ${process.version}`,
    `Install Node.js ${MAJOR} (https://nodejs.org, or brew install node@${MAJOR}), then run this again.`,
  );
}

/**
 * @param {string} local
 * @returns {string} the version of the Node.js that was fetched.
 */
function readVersion(local) {
  const manifest = path.join(path.dirname(programOf(local)), '..', 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : '';
}

/**
 * @param {string} link
 * @param {string} program
 */
function linkNode(link, program) {
  const target = path.relative(path.dirname(link), program);
  if (readlinkOf(link) === target) return;
  mkdirSync(path.dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(target, link);
}

/** @param {string} link */
function readlinkOf(link) {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
