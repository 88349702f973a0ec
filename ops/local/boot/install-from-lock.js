import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NpmError, runNpm } from './run-npm.js';

/*
 * The lockfiles contain the checksum of every archive, but no address. npm would therefore ask the
 * registry about every package before it fetches the archive, which is a quarter of the network
 * traffic. Nearly every registry serves the archives at the same paths below its own address, so
 * npm reads a copy of the lockfile with these paths. Their host is a placeholder, which npm
 * replaces with the registry of its settings.
 */

/**
 * @typedef {{ version?: string, name?: string, resolved?: string, link?: boolean, inBundle?:
 *   boolean, optional?: boolean }} LockedPackage
 */

/** A host that cannot exist (RFC 2606). */
const PLACEHOLDER = 'registry.invalid';
const MODULES = 'node_modules/';
/** npm's settings for the project, which may name another registry. */
const SETTINGS = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '.npmrc');
/** Failures that would also occur if npm asked the registry about every package. */
const LASTING = new Set([
  'EACCES',
  'EAI_AGAIN',
  'EINTEGRITY',
  'ENETUNREACH',
  'ENOSPC',
  'ENOTFOUND',
  'EPERM',
  'ETIMEDOUT',
  'EUSAGE',
]);

/**
 * Installs exactly the packages of a lockfile with `npm ci`, into the `node_modules` of a directory
 * that no other process uses.
 * @param {string} manifest the directory of `package.json` and `package-lock.json`, and of npm's
 *   settings if they differ from those of the project.
 * @param {string} work the directory, which is created and gets the unchanged lockfile.
 * @param {{ log: string, options?: readonly string[], only?: string }} how `log` is the file for
 *   npm's output; `options` are passed to npm; `only` names the optional package to install as a
 *   required one, because npm ignores an optional package that cannot be fetched.
 * @throws {NpmError} if npm fails.
 */
export async function installFromLock(manifest, work, { log, options = [], only }) {
  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(path.join(manifest, name), 'utf8'));
  const [described, locked] = [read('package.json'), read('package-lock.json')];
  if (only !== undefined) {
    requireOnly(described, only);
    requireOnly(locked.packages[''], only);
    for (const [place, entry] of Object.entries(locked.packages)) {
      if (place === `node_modules/${only}`) delete entry.optional;
      else if (entry.optional) delete locked.packages[place];
    }
  }
  mkdirSync(work, { recursive: true });
  const write = (/** @type {string} */ name, /** @type {unknown} */ content) =>
    writeFileSync(path.join(work, name), JSON.stringify(content));
  write('package.json', described);
  copyWorkspaces(manifest, work, locked);
  const settings = [path.join(manifest, '.npmrc'), SETTINGS].find((file) => existsSync(file));
  if (settings !== undefined) copyFileSync(settings, path.join(work, '.npmrc'));
  const install = (/** @type {readonly string[]} */ more) =>
    runNpm(['ci', ...options, ...more], { log, cwd: work });
  write('package-lock.json', nameArchives(locked));
  try {
    await install([`--replace-registry-host=${PLACEHOLDER}`]);
  } catch (error) {
    if (!(error instanceof NpmError) || LASTING.has(error.code)) throw error;
    write('package-lock.json', locked);
    await install([]);
  }
  copyFileSync(path.join(manifest, 'package-lock.json'), path.join(work, 'package-lock.json'));
}

/**
 * Copies the manifests of the workspaces of a lockfile. npm links the workspaces by relative paths,
 * which remain valid when the packages are moved into place.
 * @param {string} manifest
 * @param {string} work
 * @param {{ packages: Record<string, LockedPackage> }} locked
 */
function copyWorkspaces(manifest, work, locked) {
  const places = Object.keys(locked.packages).filter((place) => place !== '' && !place.includes(MODULES));
  for (const place of places) {
    mkdirSync(path.join(work, place), { recursive: true });
    copyFileSync(path.join(manifest, place, 'package.json'), path.join(work, place, 'package.json'));
  }
}

/**
 * Makes one optional package of a manifest a required one, and removes the others.
 * @param {Record<string, Record<string, string>>} described
 * @param {string} name
 */
function requireOnly(described, name) {
  const { [name]: version = '' } = described['optionalDependencies'] ?? {};
  described['dependencies'] = { ...described['dependencies'], [name]: version };
  delete described['optionalDependencies'];
}

/**
 * Adds the addresses of the archives to the packages of a lockfile.
 * @param {{ packages: Record<string, LockedPackage> }} locked the lockfile.
 * @returns {{ packages: Record<string, LockedPackage> }} a copy with addresses on the placeholder
 *   host.
 */
export function nameArchives(locked) {
  const packages = Object.entries(locked.packages).map(([place, entry]) => {
    const start = place.lastIndexOf(MODULES);
    if (start < 0 || entry.link || entry.inBundle || entry.resolved) return [place, entry];
    // `entry.name` is set if the package is installed under another name.
    const name = entry.name ?? place.slice(start + MODULES.length);
    const file = `${name.slice(name.indexOf('/') + 1)}-${entry.version}.tgz`;
    return [place, { ...entry, resolved: `https://${PLACEHOLDER}/${name}/-/${file}` }];
  });
  return { ...locked, packages: Object.fromEntries(packages) };
}
