import { spawnSync } from 'node:child_process';
import { findExecutable } from '../boot/find-executable.js';

let setpriv: string | undefined | null = null;

/**
 * Makes the kernel send a signal to a program when the process that started it is gone, however it went.
 * @param command the program and its arguments.
 * @returns the command to start instead; undefined where the machine cannot do that.
 */
export function endWithParent(
  signal: 'INT' | 'TERM' | 'KILL',
  command: readonly string[],
): readonly string[] | undefined {
  if (setpriv === null) setpriv = findSetpriv();
  return setpriv === undefined ? undefined : [setpriv, '--pdeathsig', signal, '--', ...command];
}

/** The one of util-linux: BusyBox's namesake does not know the option, macOS has none. */
function findSetpriv(): string | undefined {
  const found = findExecutable(['setpriv']);
  const works = found !== undefined && spawnSync(found, ['--pdeathsig', 'TERM', '--', 'true']).status === 0;
  return works ? found : undefined;
}
