import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { endWithParent } from '../boot/end-with-parent.js';

/** The account that a server runs under, if it must not be the current one. */
export type Account = { readonly uid: number; readonly gid: number };

export type ServerCommand = {
  readonly program: string;
  readonly args: readonly string[];
  /**
   * The file to which its output is appended; without it, the output goes to that of this process.
   */
  readonly log?: string;
  readonly account?: Account | undefined;
  readonly cwd?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** The signal that ends the server in an orderly way when this process dies. */
  readonly deathSignal: 'INT' | 'TERM';
};

/**
 * Starts a server that does not outlive this process, even if this process is killed. The server
 * has its own process group: a Ctrl-C on the terminal reaches only the supervisor, which stops
 * everything in order.
 */
export function spawnServer(command: ServerCommand): ChildProcess {
  const [program = '', ...args] = bindToParent(command);
  const output = command.log === undefined ? 'inherit' : openSync(command.log, 'a');
  const child = spawn(program, args, {
    cwd: command.cwd ?? '/',
    env: command.environment ?? process.env,
    detached: true,
    stdio: ['pipe', output, output],
    ...command.account,
  });
  child.once('exit', () => child.stdin?.destroy());
  if (output !== 'inherit') closeSync(output);
  return child;
}

/**
 * A shell script that holds the other end of a pipe from this process, and ends the server when the
 * pipe closes. It waits for the server in a loop because a signal interrupts `wait`.
 */
const KEEPER = `
signal=$1; shift
trap : INT TERM QUIT
exec 3<&0
"$@" </dev/null 3<&- & server=$!
{ cat <&3 >/dev/null; kill -"$signal" $server; } 2>/dev/null &
while kill -0 $server 2>/dev/null; do wait $server; done`;

function bindToParent({ program, args, deathSignal }: ServerCommand): readonly string[] {
  return (
    endWithParent(deathSignal, [program, ...args]) ?? [
      '/bin/sh',
      '-c',
      KEEPER,
      'keeper',
      deathSignal,
      program,
      ...args,
    ]
  );
}
