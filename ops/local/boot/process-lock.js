import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SetupError } from './boot-report.js';

/*
 * A lock is a file with the id of the process that holds it. A lock whose process no longer exists
 * is free.
 */

/**
 * Runs work under a lock; a second process waits for the first.
 * @param {string} file
 * @param {() => Promise<void>} work
 */
export async function withProcessLock(file, work) {
  while (!takeLock(file)) await new Promise((resolve) => setTimeout(resolve, 200));
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Takes a lock until this process ends.
 * @param {string} file
 * @param {string} title the name of the other process in the error message.
 */
export function holdProcessLock(file, title) {
  if (!takeLock(file)) {
    throw new SetupError(
      `${title} is already running here (process ${readOwner(file)})`,
      'Stop it first: press Ctrl-C there.',
    );
  }
  process.once('exit', () => rmSync(file, { force: true }));
}

/**
 * @param {string} file
 * @returns {boolean} false if another live process holds it.
 */
function takeLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    if (isProcessAlive(readOwner(file))) return false;
    rmSync(file, { force: true });
    return takeLock(file);
  }
}

/**
 * @param {string} file
 * @returns {number} the process id; 0 if there is no such file.
 */
export function readOwner(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/**
 * Returns whether a Node.js process with this id runs. Ids are reused, especially after a restart
 * of the machine.
 * @param {number} pid
 */
export function isProcessAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node');
    } catch {
      return false;
    }
  }
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
