import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Directories in which package managers install servers, but which the PATH of an ordinary user may
 * lack.
 */
const MORE_PLACES = ['/usr/local/bin', '/usr/local/sbin', '/usr/bin', '/usr/sbin', '/opt/homebrew/bin'];

/**
 * Finds the first available program of a list.
 * @param {readonly string[]} names in order of preference.
 * @param {string} [searchPath] directories in the format of PATH.
 * @returns {string | undefined} its absolute path.
 */
export function findExecutable(names, searchPath = process.env['PATH'] ?? '') {
  const directories = [...searchPath.split(path.delimiter), ...MORE_PLACES].filter((directory) =>
    path.isAbsolute(directory),
  );
  for (const name of names) {
    const found = directories.map((directory) => path.join(directory, name)).find(isExecutable);
    if (found) return found;
  }
  return undefined;
}

/**
 * @param {string} file
 * @returns {boolean} whether it is a file that this process may execute.
 */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
