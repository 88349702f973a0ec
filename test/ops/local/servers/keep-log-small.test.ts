import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keepLogSmall, nameOlder } from '../../../../ops/local/servers/keep-log-small.ts';

/**
 * Writes numbered lines as the engine's processes do, with pauses in which other processes run,
 * until its standard input ends.
 */
const WRITER = `const { writeSync } = require('node:fs');
let at = 0;
let isEnded = false;
const write = () => {
  for (let n = 0; n < 300; n += 1) writeSync(1, String(at++).padStart(99, '.') + '\\n');
  if (!isEnded) setTimeout(write, 5);
};
process.stdin.resume().on('end', () => { isEnded = true; });
write();`;

it(
  'a log keeps its size and the order of its lines, and loses lines only at the moment of a truncation',
  { timeout: 60_000 },
  async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'logs-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const log = path.join(directory, 'ingress.log');
    const output = openSync(log, 'a');
    const watch = keepLogSmall(log, { maxBytes: 200_000, kept: 3, everyMs: 20 });
    onTestFinished(() => watch[Symbol.dispose]());
    const child = spawn(process.execPath, ['-e', WRITER], { stdio: ['pipe', output, 'inherit'] });
    closeSync(output);
    const exit = once(child, 'exit') as Promise<[number | null]>;
    const hasDropped = () => existsSync(nameOlder(log, 3)) && readNumbers(nameOlder(log, 3))[0]! > 0;
    await vi.waitFor(() => expect(hasDropped()).toBe(true), { timeout: 50_000, interval: 20 });
    child.stdin!.end();
    const [code] = await exit;
    expect(code).toBe(0);
    watch[Symbol.dispose]();

    expect(readdirSync(directory).toSorted()).toEqual([
      'ingress.1.log',
      'ingress.2.log',
      'ingress.3.log',
      'ingress.log',
    ]);
    expect(readFileSync(log, 'utf8')).toMatch(/\n$/);
    const logs = [nameOlder(log, 3), nameOlder(log, 2), nameOlder(log, 1), log].map(readNumbers);
    for (const numbers of logs) expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
    const starts = logs.flatMap((numbers) => numbers.slice(0, 1));
    expect(starts).toEqual(starts.toSorted((one, other) => one - other));
    expect(starts[0]).toBeGreaterThan(0);
  },
);

/** Reads the numbers of the whole lines: one that is being written at a truncation is cut. */
function readNumbers(log: string): readonly number[] {
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => Number(line.replaceAll('.', '')));
}
