import { spawnSync } from 'node:child_process';
import { findExecutable } from './find-executable.js';

/** @type {string | undefined | null} */
let setpriv = null;

/**
 * Makes the kernel send a signal to a program when the process that started it ends for any reason.
 * @param {'INT' | 'TERM' | 'KILL'} signal
 * @param {readonly string[]} command the program and its arguments.
 * @returns {readonly string[] | undefined} the command to start instead; undefined if the machine
 *   does not support it.
 */
export function endWithParent(signal, command) {
  if (setpriv === null) setpriv = findSetpriv();
  return setpriv === undefined ? undefined : [setpriv, '--pdeathsig', signal, '--', ...command];
}

/**
 * Finds setpriv of util-linux. BusyBox's program of that name lacks the option, and macOS has none.
 */
function findSetpriv() {
  const found = findExecutable(['setpriv']);
  const works = found !== undefined && spawnSync(found, ['--pdeathsig', 'TERM', '--', 'true']).status === 0;
  return works ? found : undefined;
}
