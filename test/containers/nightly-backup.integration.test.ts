import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../src/operate/backup/manifest.ts';
import { openTestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/processes.ts';
import { withQuickStart } from '../support/quick-start.ts';

const NIGHTLY_BACKUP = fileURLToPath(new URL('../../ops/docker/nightly-backup.ts', import.meta.url));
const CHECK_HEALTH = fileURLToPath(new URL('../../ops/docker/check-health.ts', import.meta.url));

type Service = AsyncDisposable & {
  readonly directory: string;
  output(): string;
  /** Ends it as `docker compose stop` does. @returns its exit code. */
  stop(): Promise<number | null>;
  /** Runs the health check of the container. @returns its exit code. */
  checkHealth(): Promise<number | null>;
};

async function startService(databaseUrl: string): Promise<Service> {
  const directory = mkdtempSync(path.join(tmpdir(), 'nightly-'));
  const env = withQuickStart({
    PATH: process.env['PATH'],
    DATABASE_URL: databaseUrl,
    OPS_PORT: String(await freePort()),
  });
  const run = (program: string, args: readonly string[]) =>
    spawn(process.execPath, [program, ...args], { env });
  const child = run(NIGHTLY_BACKUP, ['--into', directory, '--keep', '2']);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(child, 'close') as Promise<[number | null]>;
  return {
    directory,
    output: () => output,
    async stop() {
      child.kill();
      return (await closed)[0];
    },
    async checkHealth() {
      const [code] = (await once(run(CHECK_HEALTH, ['readyz']), 'close')) as [number | null];
      return code;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await closed;
      rmSync(directory, { recursive: true });
    },
  };
}

describe('the nightly service', () => {
  it('makes a missing backup, waits for the next night, is healthy, and ends when it is stopped', async () => {
    await using database = await openTestDatabase();
    await using service = await startService(database.urlOf('reader'));
    await eventually(() => service.output().split('The next backup starts at').length === 3);
    const [backup, ...others] = readdirSync(service.directory);
    expect(others).toEqual([]);
    const { tables } = readManifest(path.join(service.directory, backup!));
    expect(tables.map(({ name }) => name)).toContain('batches');
    expect(/starts at (\S+)\s*$/.exec(service.output())?.[1]).toMatch(/T02:30:00.000Z$/);
    expect(await service.checkHealth()).toBe(0);
    expect(await service.stop()).toBe(0);
  });

  it('is unhealthy after a backup that failed, and tries again later', async () => {
    await using service = await startService('postgres://nobody@127.0.0.1:1/nothing');
    await eventually(() => service.output().includes('The backup failed. It is tried again in 15 minutes'));
    expect(await service.checkHealth()).toBe(1);
    expect(await service.stop()).toBe(0);
  });
});
