import { execFile } from 'node:child_process';
import { Socket } from 'node:net';
import { format } from 'node:util';
import { pathToFileURL } from 'node:url';
import { LONG } from './long.ts';
import type { CliRun } from './run-cli.ts';

/** A program to run, with a number that identifies its result. */
export type Start = {
  readonly id: number;
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
};

/*
 * Runs programs of the project for a test process. The program's own module is evaluated anew each
 * time; the modules that it imports are already loaded, which saves most of a command's time. If
 * another program is running, the program gets its own process; in `npm run test:long` every
 * program does. The commands of the documents always run as separate processes
 * (test/docs/run.e2e.test.ts).
 *
 * The starter also starts those processes, because starting a process copies the page table of its
 * parent, and a test process is large.
 */
let running = 0;

process.on('message', (start: Start) => void serve(start));

async function serve({ id, ...start }: Start): Promise<void> {
  running += 1;
  const isApart = LONG || running > 1 || !start.file.endsWith('.ts') || isOfNode(start.env);
  const run = await (isApart ? runApart(start) : runHere(start));
  running -= 1;
  process.send?.({ id, run });
}

const exit = process.exit.bind(process);
process.on('disconnect', () => exit());
// Every program adds listeners, which stay until the starter ends.
process.setMaxListeners(0);

/** The variables that Node itself reads when it starts, for example for trusted certificates. */
function isOfNode(env: NodeJS.ProcessEnv): boolean {
  return Object.keys(env).some((name) => name.startsWith('NODE_') && env[name] !== process.env[name]);
}

/**
 * A command ends before its young generation is full, so no collection is needed while packages are
 * loaded.
 */
const YOUNG = '--min-semi-space-size=16';

function runApart({ file, args, env }: Omit<Start, 'id'>): Promise<CliRun> {
  return new Promise((resolve) => {
    execFile(process.execPath, [YOUNG, file, ...args], { env, maxBuffer: Infinity }, (error, out, err) =>
      // No code: the process was ended by a signal.
      resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    );
  });
}

let runs = 0;

async function runHere({ file, args, env }: Omit<Start, 'id'>): Promise<CliRun> {
  const [stdout, stderr] = [new Kept(), new Kept()];
  const before = { argv: process.argv, env: process.env };
  Object.assign(process, { argv: [process.execPath, file, ...args], env: { ...env }, exitCode: undefined });
  Object.defineProperty(process, 'stdout', { value: stdout, configurable: true });
  Object.defineProperty(process, 'stderr', { value: stderr, configurable: true });
  process.exit = (code) => {
    throw new Error(`${file} ends its process with ${code}, so it needs a separate process`);
  };
  console.error = console.warn = (...said) => void stderr.write(`${format(...said)}\n`);
  console.log = (...said) => void stdout.write(`${format(...said)}\n`);
  try {
    await import(`${pathToFileURL(file).href}?run=${(runs += 1)}`);
  } catch (error) {
    // Node prints uncaught errors in the same way.
    stderr.write(`${(error as Error).stack}\n`);
    process.exitCode = 1;
  }
  const code = Number(process.exitCode ?? 0);
  Object.assign(process, { ...before, exitCode: undefined });
  return { code, out: stdout.text, err: stderr.text };
}

/** A standard stream that stores its text. */
class Kept extends Socket {
  text = '';

  override write(chunk: Uint8Array | string, ...rest: unknown[]): boolean {
    this.text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const done = rest.at(-1);
    if (typeof done === 'function') process.nextTick(done);
    return true;
  }
}
