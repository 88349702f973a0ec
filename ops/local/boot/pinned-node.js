import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { SetupError } from './boot-report.js';
import { isProgramFetched, isProgramOffered, placeOfProgram } from './fetch-program.js';

/*
 * The engine runs under the Node.js of the machine if that executes TypeScript without a warning.
 * Otherwise it runs under Node.js 24, which is fetched below .local and linked into
 * node_modules/.bin, where npm's scripts find it.
 */

/**
 * The major version that is fetched, which is also the oldest that supports the features in the
 * sources.
 */
const MAJOR = 24;
/**
 * The first minor version of each major version that executes TypeScript without a warning. Later
 * major versions never warn.
 */
const FIRST_MINOR = new Map([
  [MAJOR, 12],
  [25, 2],
]);

/** @param {string} version such as `24.12.0` */
export function isRightNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major >= MAJOR && minor >= (FIRST_MINOR.get(major) ?? 0);
}

/** @param {string} local the directory `.local`. */
function programOf(local) {
  return path.join(placeOfProgram(local, 'node'), 'bin', 'node');
}

/**
 * Returns whether the machine's own Node.js is suitable. The fetched one is not the machine's own,
 * even if this process runs under it: it is replaced when the lockfile names another version.
 * @param {string} local
 */
function isOwnRight(local) {
  const place = resolve(local);
  // The path is not resolved, because the program may have been removed.
  const isFetched = place !== undefined && process.execPath.startsWith(place + path.sep);
  return isRightNode(process.versions.node) && !isFetched;
}

/**
 * @param {string} local
 * @returns {boolean} true if the machine's Node.js is unsuitable and that of the lockfile is
 *   missing, damaged or has another version.
 */
export function isNodeMissing(local) {
  if (isOwnRight(local) || !isProgramOffered('node')) return false;
  return !isProgramFetched(local, 'node') || !isRunnable(programOf(local));
}

/** @param {string} program */
function isRunnable(program) {
  return spawnSync(program, ['--version']).status === 0;
}

/**
 * @param {string} file
 * @returns {string | undefined} its real path; undefined if it does not exist.
 */
function resolve(file) {
  return existsSync(file) ? realpathSync(file) : undefined;
}

/**
 * Finds the Node.js to run under: the machine's own if it is suitable, otherwise that of the
 * lockfile, which is linked for npm's scripts.
 * @param {string} root the project's directory.
 * @param {string} local
 * @returns {string | undefined} the program's path; undefined if this process already runs under
 *   it.
 * @throws SetupError if there is none for this platform.
 */
export function findNode(root, local) {
  const { node: version } = process.versions;
  if (isOwnRight(local)) return undefined;
  const pinned = programOf(local);
  if (isRunnable(pinned)) {
    linkNode(path.join(root, 'node_modules', '.bin', 'node'), pinned);
    // Another version may have replaced the file since this process started.
    const isThis = process.execPath === resolve(pinned) && readVersion(local) === version;
    return isThis ? undefined : pinned;
  }
  throw new SetupError(
    `There is no package with Node.js ${MAJOR} for ${process.platform} ${process.arch}, and this is ${process.version}`,
    `Install Node.js ${MAJOR} (https://nodejs.org, or brew install node@${MAJOR}), then run this command again.`,
  );
}

/**
 * @param {string} local
 * @returns {string} the version of the Node.js that was fetched.
 */
function readVersion(local) {
  const manifest = path.join(placeOfProgram(local, 'node'), 'package.json');
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
