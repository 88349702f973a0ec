import { lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a directory and those above it that are missing, for their owner only. Node's own `recursive` tries for ever where a file system knows
 * the one above and makes nothing in it, as below /proc.
 * @returns those that were made, the outermost first.
 * @throws where one of them cannot be made.
 */
export function makeDirectories(directory: string): string[] {
  const missing: string[] = [];
  for (let each = path.resolve(directory); !exists(each); each = path.dirname(each)) missing.unshift(each);
  return missing.filter(make);
}

function exists(directory: string): boolean {
  return lstatSync(directory, { throwIfNoEntry: false }) !== undefined;
}

/** @returns false where another run made it meanwhile. */
function make(directory: string): boolean {
  try {
    mkdirSync(directory, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
