import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SetupError } from './boot-report.js';

/*
 * A lock is a file that holds the number of the process that has it. A lock whose process is gone is nobody's.
 */

/**
 * Runs some work while no other process does; a second one waits for the first.
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
 * @param {string} title what the other process is, for the error.
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
 * @returns {boolean} false when another living process has it.
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
 * @returns {number} 0 when there is no such file.
 */
export function readOwner(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/**
 * Tells whether a Node.js process of this number runs: numbers are used again, after a restart of the machine above all.
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
