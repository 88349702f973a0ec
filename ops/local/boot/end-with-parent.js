import { spawnSync } from 'node:child_process';
import { findExecutable } from './find-executable.js';

/** @type {string | undefined | null} */
let setpriv = null;

/**
 * Makes the kernel send a signal to a program when the process that started it is gone, however it went.
 * @param {'INT' | 'TERM' | 'KILL'} signal
 * @param {readonly string[]} command the program and its arguments.
 * @returns {readonly string[] | undefined} the command to start instead; undefined where the machine cannot do that.
 */
export function endWithParent(signal, command) {
  if (setpriv === null) setpriv = findSetpriv();
  return setpriv === undefined ? undefined : [setpriv, '--pdeathsig', signal, '--', ...command];
}

/** The one of util-linux: BusyBox's namesake does not know the option, macOS has none. */
function findSetpriv() {
  const found = findExecutable(['setpriv']);
  const works = found !== undefined && spawnSync(found, ['--pdeathsig', 'TERM', '--', 'true']).status === 0;
  return works ? found : undefined;
}
