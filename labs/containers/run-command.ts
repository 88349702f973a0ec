import { spawn } from 'node:child_process';

export type CommandOptions = {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly input?: string;
  /** Exit codes that do not count as a failure; default: only 0. */
  readonly codes?: readonly number[];
};

export type Outcome = { readonly code: number; readonly out: string; readonly err: string };

/** Runs a program to its end. @throws an error with the end of its output if it fails. */
export async function runCommand(
  program: string,
  args: readonly string[],
  { env, cwd, input, codes = [0] }: CommandOptions = {},
): Promise<Outcome> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let out = '';
  let err = '';
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => (err += text));
  child.stdin.on('error', () => {});
  child.stdin.end(input ?? '');
  child.once('error', reject);
  child.once('close', (code) => resolve(code ?? -1));
  const code = await promise;
  if (!codes.includes(code))
    throw new Error(
      `${program} ${args.slice(0, 4).join(' ')} ended with ${code}: ${(err + out).slice(-2000)}`,
    );
  return { code, out, err };
}
