import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Removes the working directories of a setup that was killed. Only the process that holds the lock
 * calls this, so no other process works there. On a machine that cannot end programs together with
 * their parent, npm may continue for some seconds. Files that it writes meanwhile stay until the
 * next setup and do no harm.
 * @param {string} directory the parent directory, which may not exist.
 * @param {(name: string) => boolean} isLeftover
 */
export function removeLeftovers(directory, isLeftover) {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  for (const name of names.filter((entry) => isLeftover(entry))) {
    try {
      rmSync(path.join(directory, name), { recursive: true, force: true });
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOTEMPTY') throw error;
    }
  }
}
