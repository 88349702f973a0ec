import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { superviseProcess, type Supervised } from '../../../../ops/local/servers/supervise.ts';

/** Runs a script that behaves as requested, then counts its starts in a file. */
function superviseScript(script: string, patience = 10_000) {
  const directory = mkdtempSync(path.join(tmpdir(), 'supervise-'));
  const starts = path.join(directory, 'starts');
  const log = path.join(directory, 'log');
  writeFileSync(log, 'the last line of its log\n');
  const source = `${script};require('node:fs').appendFileSync(${JSON.stringify(starts)}, process.pid + '\\n');`;
  const messages: string[] = [];
  const children: ChildProcess[] = [];
  const supervised: Supervised = superviseProcess({
    name: 'example',
    log,
    start: () => {
      const child = spawn(process.execPath, ['-e', source], { detached: true, stdio: 'ignore' });
      children.push(child);
      return child;
    },
    stopSignal: 'SIGTERM',
    patience,
    report: (message) => messages.push(message),
  });
  onTestFinished(() => {
    supervised.kill();
    rmSync(directory, { recursive: true });
  });
  // A line that is still being written has no number yet, and the signal to process 0 would end the
  // test itself.
  const readStarts = () =>
    existsSync(starts) ? (readFileSync(starts, 'utf8').match(/^\d+$(?=\n)/gm) ?? []) : [];
  return { supervised, messages, children, readStarts };
}

const STAYS = 'setInterval(() => {}, 1000);';

describe('a supervised process', () => {
  it('is started again after it ended unexpectedly, with a message', async () => {
    const { supervised, messages, readStarts } = superviseScript(STAYS);
    await supervised.waitUntilReady(async () => readStarts().length === 1);
    process.kill(Number(readStarts()[0]), 'SIGKILL');
    await vi.waitUntil(() => readStarts().length === 2, 10_000);
    expect(messages).toEqual([
      expect.stringMatching(/^example was ended by SIGKILL: .+; starting it again in 0\.5 s/),
    ]);
  });

  it('fails the start with the end of its log if it ends before it is ready', async () => {
    const { supervised } = superviseScript('process.exit(3)');
    await expect(supervised.waitUntilReady(async () => false)).rejects.toThrow(
      /example did not start\n.*the last line of its log/,
    );
  });

  it('is not started again after it was stopped', async () => {
    const { supervised, messages, readStarts, children } = superviseScript(STAYS);
    await supervised.waitUntilReady(async () => readStarts().length === 1);
    await supervised.stop();
    expect(children.map(({ signalCode }) => signalCode)).toEqual(['SIGTERM']);
    expect(messages).toEqual([]);
  });

  it('is killed if it does not stop in time', async () => {
    const { supervised, readStarts, children } = superviseScript(
      `process.on('SIGTERM', () => {});${STAYS}`,
      50,
    );
    await supervised.waitUntilReady(async () => readStarts().length === 1);
    await supervised.stop();
    expect(children[0]?.signalCode).toBe('SIGKILL');
  });
});
