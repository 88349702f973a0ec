import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from './boot-report.js';
import { installFromLock } from './install-from-lock.js';
import { removeLeftovers } from './remove-leftovers.js';
import { runNpm } from './run-npm.js';

/** The approximate size of the packages that the engine needs, and of those for development. */
export const PACKAGE_MEGABYTES = { runtime: 130, development: 255 };

/**
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean,
 *   devOptional?: boolean }} LockedPackage
 */
/** @typedef {'none' | 'runtime' | 'all'} Installed */

/**
 * Compares the lockfile with the record of what is installed, which npm writes last.
 * @param {string} root the project's directory.
 * @returns {Installed} `runtime` if the packages that the engine needs agree with the lockfile, but
 *   a package for development is missing or has another version.
 */
export function findInstalled(root) {
  const wanted = readPackages(path.join(root, 'package-lock.json'));
  if (!wanted)
    throw new SetupError(
      'package-lock.json is missing or broken',
      'Restore it: git checkout package-lock.json',
    );
  const installed = readPackages(path.join(root, 'node_modules', '.package-lock.json'));
  if (!installed) return 'none';
  const wrong = Object.entries(wanted).filter(
    ([place, entry]) => !isInstalled(root, place, entry, installed[place]),
  );
  if (wrong.length === 0) return 'all';
  return wrong.every(([, { dev }]) => dev) ? 'runtime' : 'none';
}

/**
 * @param {string} root
 * @param {string} place
 * @param {LockedPackage} wanted
 * @param {LockedPackage | undefined} found
 */
function isInstalled(root, place, wanted, found) {
  if (place === '') return true;
  if (!found) return wanted.optional || wanted.devOptional;
  if (found.version !== wanted.version || found.integrity !== wanted.integrity) return false;
  // The package may have been removed without npm's record of it.
  return existsSync(path.join(root, place, 'package.json'));
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * The directory in which npm installs before the packages are moved into place. An interruption
 * leaves no incomplete installation that looks complete.
 */
const UNFINISHED = /^\.installing\.\d+$/;

/** @param {string} root the project's directory. */
export function workOnPackages(root) {
  return path.join(root, 'node_modules', `.installing.${process.pid}`);
}

/**
 * Installs exactly the packages of the lockfile. The caller must hold the lock. If the packages
 * that the engine needs are correct already, the others are added beside them, because a running
 * engine may use them.
 * @param {string} root the project's directory.
 * @param {Installed} installed
 * @param {{ withDevelopment: boolean, logs: string }} options `logs` is the directory for npm's
 *   output.
 */
export async function installPackages(root, installed, { withDevelopment, logs }) {
  // Optional packages are for development only, such as the program of oxlint, or TypeScript, which
  // is an optional peer of a dashboard package.
  const kinds = withDevelopment ? ['--include=dev', '--include=optional'] : ['--omit=dev', '--omit=optional'];
  const log = path.join(logs, 'npm-ci.log');
  if (installed === 'runtime') return runNpm(['install', '--no-save', ...kinds], { log, cwd: root });
  const work = workOnPackages(root);
  const modules = path.dirname(work);
  removeLeftovers(modules, (name) => UNFINISHED.test(name));
  try {
    await installFromLock(root, work, { log, options: kinds });
    replacePackages(modules, path.join(work, 'node_modules'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Replaces packages by others. npm's record is removed first and added last, since nothing counts
 * as installed without it. The directory itself stays, because it may be a mount point of a
 * container.
 * @param {string} place
 * @param {string} packages
 */
function replacePackages(place, packages) {
  const record = '.package-lock.json';
  rmSync(path.join(place, record), { force: true });
  for (const name of readdirSync(place).filter((entry) => !UNFINISHED.test(entry)))
    rmSync(path.join(place, name), { recursive: true, force: true });
  const names = readdirSync(packages).filter((name) => name !== record);
  for (const name of [...names, record]) renameSync(path.join(packages, name), path.join(place, name));
}
