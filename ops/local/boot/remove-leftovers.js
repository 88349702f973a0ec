import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Removes the directories in which a set-up that was killed worked. Only the process that has the lock calls this, so nobody else works there, except on a
 * machine that cannot end programs with the process that started them. There npm may go on for some seconds: what it writes meanwhile stays until the next set-up,
 * and is in nobody's way.
 * @param {string} directory where they lie; there may be none.
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
