import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../../../ops/local/boot/layout.ts';

/** Runs a script of package.json. @throws with its output if it fails. */
export async function runNpmScript(script: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', script, '--', ...args], { cwd: ROOT });
  return stdout;
}
