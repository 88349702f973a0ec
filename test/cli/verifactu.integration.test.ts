import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { runCli } from '../support/run-cli.ts';

describe('the VeriFactu commands', () => {
  let api: TestApi;
  let organization: TestOrganization;
  let directory: string;
  beforeAll(async () => {
    api = await openTestApi();
    organization = await api.createOrganization();
    await issueBatch(api, organization, 1000, 'E1');
    await issueBatch(api, organization, 5, 'E2');
    await issueBatch(api, organization, 2, 'E3', () => ({ operation_date: '2026-10-01' }));
    directory = await mkdtemp(path.join(tmpdir(), 'ibe-export-'));
  });
  afterAll(async () => {
    await rm(directory, { recursive: true });
    await api[Symbol.asyncDispose]();
  });

  const exportRecords = (...args: string[]) =>
    runCli('export-records', ['--organization', String(organization.id), '--issuer', 'B12345674', ...args], {
      DATABASE_URL: api.database.url,
    });

  it('export-records writes the records of a period in the order of the chain, at most 1000 per file', async () => {
    const { code, out } = await exportRecords(
      '--from',
      '2026-11-01',
      '--to',
      '2026-11-30',
      '--output',
      directory,
    );
    expect(code).toBe(0);
    expect(out.match(/(\d+) records/g)).toEqual(['1000 records', '5 records']);
    const files = (await readdir(directory)).toSorted();
    const texts = await Promise.all(files.map((file) => readFile(path.join(directory, file), 'utf8')));
    const hashes = texts.join('').match(/<si:Huella>[0-9A-F]{64}<\/si:Huella><\/si:RegistroAlta>/g)!;
    const { rows } = await api.database.pool.query<{ hash: string }>(
      'select hash from registration_records where organization_id = $1 order by sequence limit 1005',
      [organization.id],
    );
    expect(hashes.map((text) => text.slice(11, 75))).toEqual(rows.map(({ hash }) => hash));
  });

  it('export-records reports a period without records', async () => {
    const { code, err } = await exportRecords(
      '--from',
      '2020-01-01',
      '--to',
      '2020-12-31',
      '--output',
      directory,
    );
    expect({ code, err }).toEqual({
      code: 1,
      err: 'B12345674 has no registration records from 2020-01-01 to 2020-12-31\n',
    });
  });

  it('verify-chain reports on each chain and ends with code 1 if one is broken', async () => {
    const verify = () => runCli('verify-chain', [], { DATABASE_URL: api.database.url });
    expect(await verify()).toMatchObject({ code: 0, out: expect.stringContaining('intact, 1007 records') });
    await api.database.pool.query(
      `set session_replication_role = 'replica'; delete from registration_records where sequence = 500`,
    );
    const broken = await verify();
    expect(broken.code).toBe(1);
    expect(broken.out).toContain('BROKEN at record 501');
    expect(broken.err).toBe('1 of 1 chains are broken\n');
  });
});
