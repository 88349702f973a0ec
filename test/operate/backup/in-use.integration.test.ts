import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeBackup } from '../../../src/operate/backup/write-backup.ts';
import { openTestApi } from '../../support/api.ts';
import { openTestDatabase } from '../../support/database.ts';
import { runCli } from '../../support/run-cli.ts';

it('restoring into a database that the product uses is refused, and the error states the reason', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'ibe-in-use-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const backup = path.join(directory, 'backup');
  await using api = await openTestApi();
  await api.createOrganization();
  await writeBackup(api.database.pool, backup);

  await using empty = await openTestDatabase();
  const client = await empty.pool.connect();
  await client.query('begin; lock table batches in row exclusive mode');
  const run = await runCli('restore', ['--input', backup], { DATABASE_URL: empty.url });
  await client.query('rollback');
  client.release();
  expect(run).toMatchObject({
    code: 1,
    err: expect.stringContaining('connected to the database. Stop the engine'),
  });
});
