import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type CliRun = { readonly code: number; readonly out: string; readonly err: string };

/** Runs a program of ops/cli in a process of its own, with these settings and no others. */
export function runCli(
  program: string,
  args: readonly string[],
  settings: NodeJS.ProcessEnv,
): Promise<CliRun> {
  return runProgram(`ops/cli/${program}.ts`, args, settings);
}

/** Runs any program of the project, by its path. */
export function runProgram(
  program: string,
  args: readonly string[],
  settings: NodeJS.ProcessEnv,
): Promise<CliRun> {
  // A program starts in half the time the second time.
  const env = { NODE_COMPILE_CACHE: path.join(tmpdir(), 'ibe-test-compile-cache'), ...settings };
  const entry = path.resolve(import.meta.dirname, '../..', program);
  return new Promise((resolve) => {
    execFile(process.execPath, [entry, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}
