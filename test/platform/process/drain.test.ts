import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../support/eventually.ts';

const PROGRAM = fileURLToPath(new URL('draining-process.ts', import.meta.url));

type Line = { message: string; level: string };

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

function start(way: string, env = process.env) {
  const child = fork(PROGRAM, [way], { silent: true, env });
  children.add(child);
  const lines: Line[] = [];
  const output = createInterface({ input: child.stdout! });
  output.on('line', (line) => lines.push(JSON.parse(line) as Line));
  const errors: string[] = [];
  const errorOutput = createInterface({ input: child.stderr! }).on('line', (line) => errors.push(line));
  // Not 'close' of the child, because Node does not emit it after the channel was disconnected.
  const ended = Promise.all([once(child, 'exit'), once(output, 'close'), once(errorOutput, 'close')]);

  async function waitFor(message: string): Promise<void> {
    while (!lines.some((line) => line.message === message)) await once(output, 'line');
  }
  async function waitForEnd() {
    const [[code, signal]] = await ended;
    return { code, signal, messages: lines.map((line) => line.message), errors };
  }
  return { child, lines, waitFor, ended: waitForEnd() };
}

describe('a process that ends', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('drains on %s and exits with 0', async (signal) => {
    const { child, waitFor, ended } = start('normal');
    await waitFor('Opened');
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 0, messages: ['Opened', 'Draining', 'Disposed', 'Stopped'] });
  });

  it('finishes its start before it drains when the signal arrives during the start', async () => {
    const { child, waitFor, ended } = start('slow');
    await waitFor('Opening');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({
      code: 0,
      messages: ['Opening', 'Draining', 'Opened', 'Disposed', 'Stopped'],
    });
  });

  it('drains when its parent process is gone', async () => {
    const { child, waitFor, ended } = start('normal');
    await waitFor('Opened');
    child.disconnect();
    expect(await ended).toMatchObject({ code: 0, messages: ['Opened', 'Draining', 'Disposed', 'Stopped'] });
  });

  it('treats repeated signals of one Ctrl-C as one, and stops at once on a later second signal', async () => {
    const { child, lines, waitFor, ended } = start('hanging');
    await waitFor('Opened');
    child.kill('SIGINT');
    await waitFor('Draining');
    child.kill('SIGINT');
    child.kill('SIGTERM');
    const repeated = setInterval(() => child.kill('SIGTERM'), 100);
    const { code, messages } = await ended;
    clearInterval(repeated);
    expect(code).toBe(1);
    expect(messages).toEqual(['Opened', 'Draining', 'Second signal received; stopping at once']);
    const [first, last] = [lines[1], lines[2]].map((line) =>
      Date.parse((line as unknown as { time: string }).time),
    );
    expect(last! - first!).toBeGreaterThanOrEqual(990);
  });

  it('exits with 1 when draining exceeds its time limit', async () => {
    const { child, waitFor, ended } = start('late');
    await waitFor('Opened');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({
      code: 1,
      messages: ['Opened', 'Draining', 'Draining took too long; stopping now'],
    });
  });

  it('exits with 1 when draining fails', async () => {
    const { child, waitFor, ended } = start('failing');
    await waitFor('Opened');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({
      code: 1,
      messages: ['Opened', 'Draining', 'Draining failed; stopping now'],
    });
  });

  it.each(['throwing', 'rejecting'])('logs an uncaught error, drains and exits with 1: %s', async (way) => {
    const { lines, ended } = start(way);
    expect(await ended).toMatchObject({
      code: 1,
      messages: ['Opened', 'Uncaught error', 'Draining', 'Disposed', 'Stopped'],
    });
    expect(lines[1]?.level).toBe('fatal');
  });
});

describe('a process that cannot start', () => {
  it('reports a wrong setting in one line', async () => {
    expect(await start('misconfigured').ended).toMatchObject({
      code: 1,
      messages: [],
      errors: ['drained: PORT must be <= 65535'],
    });
  });

  it('logs the reason and exits with 1', async () => {
    const { lines, ended } = start('unstartable');
    expect(await ended).toMatchObject({ code: 1, messages: ['Could not start'], errors: [] });
    expect(lines[0]).toMatchObject({ level: 'fatal', err: { code: 'EADDRINUSE' } });
  });
});

it('a process leaves its compiled code to its successors even if it is killed', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'compiled-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const { child } = start('normal', { ...process.env, NODE_COMPILE_CACHE: directory });
  await eventually(() => readdirSync(directory, { recursive: true }).length > 5, {
    within: 20_000,
    what: 'compiled code in the cache',
  });
  expect(child.exitCode).toBeNull();
});
