import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LONG } from '../../support/long.ts';

const LOGGER = fileURLToPath(new URL('../../../src/platform/telemetry/logger.ts', import.meta.url));
/** Logs, and goes on with something else. */
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

/** Runs a shell command line in which \`$PROGRAM\` stands for the program that logs. */
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

/** More than wait to be written. */
const LINES = LONG ? 50_000 : 20_000;

describe('a process whose log cannot be written', () => {
  it.each([1, LINES])('goes on with its work, and says so once (%i lines)', async (lines) => {
    const { code, errors } = await run(`LOG ${lines} > /dev/full`);
    expect(errors.trim().split('\n')).toEqual([expect.stringContaining('ENOSPC')]);
    expect(code).toBe(7);
  });

  it('says how many lines were lost once there is room again', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'full-disk-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const file = path.join(directory, 'log');
    await run(`ROOM="${file}" LOG ${LINES} > /dev/full`);
    const told = (await readFile(file, 'utf8'))
      .split('\n')
      .flatMap((line) => /"lines":(\d+),"message":"Log lines were lost/.exec(line)?.[1] ?? []);
    expect(told).toHaveLength(1);
    expect(Number(told[0])).toBeGreaterThan(LINES * 0.8);
  });

  it('goes on even where standard error is full too', async () => {
    expect((await run(`LOG 100 > /dev/full 2> /dev/full`)).code).toBe(7);
  });

  it('goes on when nobody reads any more', async () => {
    expect((await run(`set -o pipefail; LOG 5000 | head -1`)).code).toBe(7);
  });
});
