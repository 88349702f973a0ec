import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isProcessAlive } from './process-lock.js';

/** Removes what killed test runs left behind: directories that are named for a process which is gone. */
export function removeDeadDirectories(parent: string): void {
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    if (/^\d+$/.test(name) && !isProcessAlive(Number(name))) {
      rmSync(path.join(parent, name), { recursive: true, force: true });
    }
  }
}
