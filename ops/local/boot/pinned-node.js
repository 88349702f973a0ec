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
 * @param {string} local
 * @returns {boolean} true when this machine's Node.js is another one, and that of the lockfile is not there yet.
 */
export function isNodeMissing(local) {
  if (!isOffered()) return false;
  // npm's scripts find the one that was fetched, which may be of an earlier lockfile.
  const isOwn = realpathSync(process.execPath) === resolve(programOf(local));
  if (isRightNode(process.versions.node) && !isOwn) return false;
  return !existsSync(programOf(local)) || readLock(placeOf(local)) !== readLock(MANIFEST);
}

/** @param {string} file */
function resolve(file) {
  return existsSync(file) ? realpathSync(file) : undefined;
}

/** @param {string} directory */
function readLock(directory) {
  return readFileSync(path.join(directory, 'package-lock.json'), 'utf8');
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
 * Finds the Node.js to run under: this one, or that of the lockfile, which npm's scripts then find too.
 * @param {string} root the project's directory.
 * @param {string} local
 * @returns {string} its path.
 */
export function findNode(root, local) {
  const pinned = programOf(local);
  const link = path.join(root, 'node_modules', '.bin', 'node');
  if (isRightNode(process.versions.node)) {
    // By that link this one was found, and npm may have emptied the directory since.
    if (realpathSync(process.execPath) === resolve(pinned)) linkNode(link, pinned);
    return process.execPath;
  }
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) {
    linkNode(link, pinned);
    return pinned;
  }
  // Where no package exists, a later one is better than none.
  if (Number(process.versions.node.split('.')[0]) > MAJOR) return process.execPath;
  throw new SetupError(
    `No Node.js ${MAJOR} for ${process.platform} ${process.arch} comes with the packages, and this is ${process.version}`,
    `Install Node.js ${MAJOR} (https://nodejs.org, or brew install node@${MAJOR}), then run this again.`,
  );
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
