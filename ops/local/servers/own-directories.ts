import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, statfsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { freemem } from 'node:os';
import path from 'node:path';
import { SetupError } from '../boot/boot-report.js';
import { ROOT } from '../boot/layout.ts';
import type { Account } from './server-process.ts';

/** Returns whether an account can enter directories. Directories that do not exist are ignored. */
export function canEnter(account: Account, places: readonly string[]): boolean {
  return places.every(
    (place) => !existsSync(place) || spawnSync('test', ['-x', place], { ...account, cwd: '/' }).status === 0,
  );
}

/**
 * Creates a directory of root for this project, outside of a home directory that other accounts may
 * not enter.
 */
export function makeOutsideDirectory(): string {
  return makeOwnDirectory('/var/tmp');
}

const MEMORY = '/dev/shm';
/** The file system type of tmpfs in statfs. */
const TMPFS = 0x01021994;
/** The minimum free memory. It is far more than all tests use at the same time. */
const MIN_ROOM = 4 * 1024 ** 3;

/**
 * Creates a directory in memory for temporary data. Creating and dropping a database takes 0.2 s on
 * a disk, and half of that in memory.
 * @returns undefined if the machine has no such directory, or too little memory.
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
      `${directory} belongs to user ${uid}, not to the current user`,
      'Remove it, then run this command again.',
    );
  return directory;
}
