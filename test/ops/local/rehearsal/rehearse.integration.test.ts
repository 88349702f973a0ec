import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rehearseRestore } from '../../../../ops/local/rehearsal/rehearse.ts';
import { writeBackup } from '../../../../src/operate/backup/write-backup.ts';
import { withTransaction } from '../../../../src/platform/postgres/database.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../../support/api.ts';
import { issueBatch } from '../../../support/engine.ts';

const LOCAL = path.resolve(import.meta.dirname, '../../../../.local');

describe('a rehearsal of a restore', () => {
  let api: TestApi;
  let organization: TestOrganization;
  let directory: string;
  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'rehearsal-'));
    api = await openTestApi();
    organization = await api.createOrganization();
    await issueBatch(api, organization, 3, 'A');
  });
  afterAll(async () => {
    await api[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true });
  });

  async function rehearse(name: string) {
    const backup = path.join(directory, name);
    await writeBackup(api.database.pool, backup);
    return rehearseRestore(backup, []);
  }

  it('reports unfinished work without a broken invariant, and leaves nothing behind', async () => {
    const { restored, verdicts } = await rehearse('whole');
    const broken = verdicts.filter((verdict) => verdict.broken > 0);
    expect(broken.filter(({ awaitsWork }) => !awaitsWork)).toEqual([]);
    expect(broken.flatMap(({ places }) => places)).toContain('chain 1, record 3 has no answer');
    expect(restored.access.keys).toHaveLength(1);
    expect(existsSync(path.join(LOCAL, 'rehearsal', String(process.pid)))).toBe(false);
  });

  it('finds an error in a backup with correct counts, checksums and chains', async () => {
    await withTransaction(api.database.pool, async (client) => {
      await client.query(`set local session_replication_role = 'replica'`);
      await client.query(`update batches set status = 'failed'`);
    });
    const { verdicts } = await rehearse('damaged');
    const broken = verdicts.filter((verdict) => verdict.broken > 0 && !verdict.awaitsWork);
    expect(broken.flatMap(({ places }) => places)).toEqual([
      expect.stringMatching(/^batch 1 is failed with 3 of 3 invoices issued$/),
    ]);
  });

  it('refuses a directory that is not a backup before it starts a server', async () => {
    await expect(rehearseRestore(path.join(directory, 'nowhere'), [])).rejects.toThrow(
      'cannot be read: ENOENT',
    );
  });
});
