import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readManifest } from '../../src/operate/backup/manifest.ts';
import { openTestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { withQuickStart } from '../support/quick-start.ts';

const PROGRAM = new URL('../../ops/docker/nightly-backup.ts', import.meta.url).pathname;

it('the nightly service makes a missing backup, waits for the next night, and ends when it is stopped', async () => {
  await using database = await openTestDatabase();
  const directory = mkdtempSync(path.join(tmpdir(), 'nightly-'));
  const child = spawn(process.execPath, [PROGRAM, '--into', directory, '--keep', '2'], {
    env: withQuickStart({ PATH: process.env['PATH'], DATABASE_URL: database.urlOf('reader') }),
  });
  try {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const closed = once(child, 'close');
    await eventually(() => output.split('The next backup starts at').length === 3);
    const [backup, ...others] = readdirSync(directory);
    expect(others).toEqual([]);
    expect(readManifest(path.join(directory, backup!)).tables.map(({ name }) => name)).toContain('batches');
    expect(/begins at (\S+)\s*$/.exec(output)?.[1]).toMatch(/T02:30:00.000Z$/);
    child.kill();
    expect((await closed)[0]).toBe(0);
  } finally {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true });
  }
});
