import { lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a directory and its missing parents, for their owner only. Node's own `recursive` option
 * loops forever on a file system that has the parent but refuses to create entries in it, such as
 * /proc.
 * @returns the directories that were created, the outermost first.
 * @throws if one of them cannot be created.
 */
export function makeDirectories(directory: string): string[] {
  const missing: string[] = [];
  for (let each = path.resolve(directory); !exists(each); each = path.dirname(each)) missing.unshift(each);
  return missing.filter(make);
}

function exists(directory: string): boolean {
  return lstatSync(directory, { throwIfNoEntry: false }) !== undefined;
}

/** @returns false if another process created it meanwhile. */
function make(directory: string): boolean {
  try {
    mkdirSync(directory, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
