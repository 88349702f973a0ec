import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isProcessAlive } from './process-lock.js';

/**
 * Removes the directories of killed test runs, which are named after the id of a process that no
 * longer exists.
 */
export function removeDeadDirectories(parent: string): void {
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    if (/^\d+$/.test(name) && !isProcessAlive(Number(name))) {
      rmSync(path.join(parent, name), { recursive: true, force: true });
    }
  }
}
