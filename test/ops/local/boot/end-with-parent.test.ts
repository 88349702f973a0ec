import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { endWithParent } from '../../../../ops/local/boot/end-with-parent.js';
import { isJudged } from '../../../support/not-judged.ts';
import { isProcessAlive } from '../../../../ops/local/boot/process-lock.js';
import { eventually } from '../../../support/eventually.ts';

/** A process that starts another one as the tests start the product's, and writes its id. */
const PARENT = `
import { spawn } from 'node:child_process';
import { endWithParent } from ${JSON.stringify(import.meta.resolve('../../../../ops/local/boot/end-with-parent.js'))};
const [program, ...args] = endWithParent('TERM', [process.execPath, '-e', 'setInterval(() => {}, 1000)']);
const child = spawn(program, args, { stdio: 'ignore', detached: process.argv[1] === 'detached' });
process.stdout.write(String(child.pid));`;

const canBind = isJudged(
  endWithParent('TERM', []),
  'programs that end with their parent',
  'there is no setpriv',
);

describe.runIf(canBind)('a program bound to the process that starts it', () => {
  it.each([
    ['SIGTERM', 'attached'],
    ['SIGINT', 'attached'],
    ['SIGKILL', 'attached'],
    ['SIGKILL', 'detached'],
  ] as const)('ends when that process is ended by %s, %s from its process group', async (signal, group) => {
    const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT, group], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [output] = (await once(parent.stdout, 'data')) as [Buffer];
    const child = Number(output.toString());
    // The kernel shows no command line while the process executes its program.
    await eventually(() => isProcessAlive(child), { what: 'the start of the program' });
    parent.kill(signal);
    const hasEnded = await eventually(() => !isProcessAlive(child), { what: 'the end of the program' });
    expect(hasEnded).toBe(true);
  });
});
