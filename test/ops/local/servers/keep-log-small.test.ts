import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keepLogSmall, nameOlder } from '../../../../ops/local/servers/keep-log-small.ts';

const LINES = 30_000;
/** Writes numbered lines as the engine's processes do, with pauses in which other processes run. */
const WRITER = `const { writeSync } = require('node:fs');
let at = 0;
const write = () => {
  for (let n = 0; n < 300 && at < ${LINES}; n += 1) writeSync(1, String(at++).padStart(99, '.') + '\\n');
  if (at < ${LINES}) setTimeout(write, 5);
};
write();`;

it(
  'a log keeps its size and the order of its lines, and loses at most single lines when it is truncated',
  { timeout: 60_000 },
  async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'logs-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const log = path.join(directory, 'ingress.log');
    const output = openSync(log, 'a');
    const watch = keepLogSmall(log, { maxBytes: 200_000, kept: 3, everyMs: 20 });
    onTestFinished(() => watch[Symbol.dispose]());
    const child = spawn(process.execPath, ['-e', WRITER], { stdio: ['ignore', output, 'inherit'] });
    closeSync(output);
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);

    expect(readdirSync(directory).toSorted()).toEqual([
      'ingress.1.log',
      'ingress.2.log',
      'ingress.3.log',
      'ingress.log',
    ]);
    expect(statSync(log).size).toBeLessThan(2_000_000);
    const texts = [3, 2, 1].map((number) => readFileSync(nameOlder(log, number), 'utf8'));
    const lines = [...texts, readFileSync(log, 'utf8')].join('').trimEnd().split('\n');
    const first = Number(lines[0]!.replaceAll('.', ''));
    const numbers = lines.map((line) => Number(line.replaceAll('.', '')));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
    // Lines that another process writes between the copy and the truncation are lost: one or two, or more on a busy machine.
    expect(LINES - first - numbers.length).toBeLessThanOrEqual(LINES / 100);
    expect(numbers.at(-1)).toBe(LINES - 1);
    expect(first).toBeGreaterThan(0);
    expect(existsSync(`${log}.unfinished`)).toBe(false);
  },
);
