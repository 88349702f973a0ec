import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LONG } from '../../support/long.ts';

const LOGGER = fileURLToPath(new URL('../../../src/platform/telemetry/logger.ts', import.meta.url));
/** A program that logs and then continues with other work. */
const PROGRAM = `
const { openLogger } = await import(process.argv[1]);
const logger = openLogger({ level: 'info', process: 'test' });
for (let line = 0; line < Number(process.argv[2]); line += 1) logger.info({ line, text: 'x'.repeat(200) }, 'A line');
await new Promise((resolve) => setImmediate(resolve));
if (process.env.ROOM) {
  const { closeSync, openSync } = await import('node:fs');
  closeSync(1);
  openSync(process.env.ROOM, 'w');
  for (let line = 0; line < 3; line += 1) {
    logger.info('There is room again');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
process.exitCode = 7;`;

/** Runs a shell command line in which `LOG` stands for the program that logs. */
async function run(command: string): Promise<{ code: number; output: string; errors: string }> {
  const program = `"$NODE" --input-type=module -e "$PROGRAM" "$LOGGER"`;
  const child = spawn('bash', ['-c', command.replaceAll('LOG', program)], {
    env: { ...process.env, NODE: process.execPath, PROGRAM, LOGGER },
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output, errors };
}

/** More lines than the logger buffers. */
const LINES = LONG ? 50_000 : 20_000;

describe('a process whose log cannot be written', () => {
  it.each([1, LINES])('continues its work and reports the failure once (%i lines)', async (lines) => {
    const { code, errors } = await run(`LOG ${lines} > /dev/full`);
    expect(errors.trim().split('\n')).toEqual([expect.stringContaining('ENOSPC')]);
    expect(code).toBe(7);
  });

  it('logs the number of lost lines when there is room again', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'full-disk-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const file = path.join(directory, 'log');
    await run(`ROOM="${file}" LOG ${LINES} > /dev/full`);
    const counts = (await readFile(file, 'utf8'))
      .split('\n')
      .flatMap((line) => /"lines":(\d+),"message":"Log lines were lost/.exec(line)?.[1] ?? []);
    expect(counts).toHaveLength(1);
    expect(Number(counts[0])).toBeGreaterThan(LINES * 0.8);
  });

  it('continues even if standard error cannot be written either', async () => {
    expect((await run(`LOG 100 > /dev/full 2> /dev/full`)).code).toBe(7);
  });

  it('continues when the reader of its log ends', async () => {
    expect((await run(`set -o pipefail; LOG 5000 | head -1`)).code).toBe(7);
  });
});
