import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { withQuickStart } from './quick-start.ts';
import type { Start } from './starter.ts';

export type CliRun = { readonly code: number; readonly out: string; readonly err: string };

/** The program for operators; its first argument is a command. */
export const ENGINE = 'src/cli/main.ts';

/**
 * Runs a command of `npm run engine` as a process would (see starter.ts), with exactly these
 * settings.
 */
export function runCli(
  command: string,
  args: readonly string[],
  settings: NodeJS.ProcessEnv,
): Promise<CliRun> {
  return runProgram(ENGINE, [command, ...args], settings);
}

/** Runs any program of the project, by its path. */
export function runProgram(
  program: string,
  args: readonly string[],
  settings: NodeJS.ProcessEnv,
): Promise<CliRun> {
  const id = ++asked;
  const start: Start = { id, file: locate(program), args, env: withQuickStart(settings) };
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    (starter ??= openStarter()).send(start);
  });
}

const waiting = new Map<number, (run: CliRun) => void>();
let asked = 0;
let starter: ChildProcess | undefined;

/** All test files of this process share one starter. */
function openStarter(): ChildProcess {
  const child = fork(new URL('starter.ts', import.meta.url), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', ({ id, run }: { id: number; run: CliRun }) => {
    waiting.get(id)?.(run);
    waiting.delete(id);
  });
  child.once('exit', (code, signal) => {
    // Without this error, tests that wait for the starter would wait forever.
    if (waiting.size > 0) throw new Error(`The starter of programs ended with ${code ?? signal}`);
  });
  child.unref();
  child.channel?.unref();
  return child;
}

/**
 * Runs a program whose standard output goes to a file, such as /dev/full, or (null) to a reader
 * that has gone away.
 */
export async function runUnread(
  program: string,
  args: readonly string[],
  settings: NodeJS.ProcessEnv,
  file: string | null,
): Promise<Omit<CliRun, 'out'>> {
  const output = file === null ? ('pipe' as const) : openSync(file, 'a');
  const child = spawn(process.execPath, [locate(program), ...args], {
    env: withQuickStart(settings),
    stdio: ['ignore', output, 'pipe'],
  });
  if (typeof output === 'number') closeSync(output);
  else child.stdout!.destroy();
  let err = '';
  child.stderr!.on('data', (text) => (err += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, err };
}

const locate = (program: string) => path.resolve(import.meta.dirname, '../..', program);
