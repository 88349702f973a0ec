import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { SetupError } from '../boot/boot-report.js';
import { ROOT } from '../boot/layout.ts';
import type { Account } from './server-process.ts';

/** Whether an account can go into directories; one that does not exist is no obstacle. */
export function canEnter(account: Account, places: readonly string[]): boolean {
  return places.every(
    (place) => !existsSync(place) || spawnSync('test', ['-x', place], { ...account, cwd: '/' }).status === 0,
  );
}

/** A directory of root's own for this project, outside a home that nobody else may enter. */
export function makeOutsideDirectory(): string {
  const name = `invoice-batch-engine-${createHash('sha256').update(ROOT).digest('hex').slice(0, 12)}`;
  const directory = path.join('/var/tmp', name);
  mkdirSync(directory, { recursive: true });
  const { uid } = lstatSync(directory);
  if (uid !== 0)
    throw new SetupError(
      `${directory} belongs to user ${uid}, not to root`,
      'Remove it, then run this again.',
    );
  return directory;
}
