import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, statfsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { freemem } from 'node:os';
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
  return makeOwnDirectory('/var/tmp');
}

const MEMORY = '/dev/shm';
/** statfs's type of a directory in memory. */
const TMPFS = 0x01021994;
/** Far more than all tests write at a time. */
const MIN_ROOM = 4 * 1024 ** 3;

/**
 * A directory in memory for what is thrown away: to make and to drop a database takes half the time there, on a disk 0.2 s.
 * @returns undefined where the machine has none, or has little room.
 */
export function makeMemoryDirectory(): string | undefined {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return undefined;
  const { type, bavail, bsize } = statfsSync(MEMORY);
  return type === TMPFS && Math.min(bavail * bsize, freemem()) >= MIN_ROOM
    ? makeOwnDirectory(MEMORY)
    : undefined;
}

function makeOwnDirectory(parent: string): string {
  const name = `invoice-batch-engine-${createHash('sha256').update(ROOT).digest('hex').slice(0, 12)}`;
  const directory = path.join(parent, name);
  mkdirSync(directory, { recursive: true });
  const { uid } = lstatSync(directory);
  if (uid !== process.getuid?.())
    throw new SetupError(
      `${directory} belongs to user ${uid}, and not to who runs this`,
      'Remove it, then run this again.',
    );
  return directory;
}
