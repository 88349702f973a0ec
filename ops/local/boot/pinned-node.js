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
 * The engine runs under the Node.js of the machine where that runs TypeScript by itself, and else under Node.js 24, which is fetched below .local. That one is linked into
 * node_modules/.bin, where npm's scripts find it.
 */

/** The version that is fetched, and the first that runs what the sources use. */
const MAJOR = 24;
/** Earlier minor versions of a major one warn that running TypeScript is an experiment. Later major ones never do. */
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
 * Tells whether this machine's own Node.js is right. The one that was fetched is not the machine's own, although this process may run under it: it is replaced
 * when the lockfile names another version.
 * @param {string} local
 */
function isOwnRight(local) {
  const place = resolve(local);
  // Not the real path of the program: it may be gone by now.
  const isFetched = place !== undefined && process.execPath.startsWith(place + path.sep);
  return isRightNode(process.versions.node) && !isFetched;
}

/**
 * @param {string} local
 * @returns {boolean} true when this machine's Node.js is not right, and that of the lockfile is not there yet, is damaged, or has another version.
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
 * @returns {string | undefined} its real path; undefined where there is nothing.
 */
function resolve(file) {
  return existsSync(file) ? realpathSync(file) : undefined;
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
  if (isOwnRight(local)) return undefined;
  const pinned = programOf(local);
  if (isRunnable(pinned)) {
    linkNode(path.join(root, 'node_modules', '.bin', 'node'), pinned);
    // The file may have been replaced by that of another version since this process began.
    const isThis = process.execPath === resolve(pinned) && readVersion(local) === version;
    return isThis ? undefined : pinned;
  }
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
