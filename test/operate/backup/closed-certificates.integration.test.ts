import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameKey } from '../../../src/platform/secrets/seal-secret.ts';
import { addCertificate } from '#src/remit/certificates.ts';
import { listClosedCertificates } from '../../../src/operate/closed-certificates.ts';
import { readTestCertificate } from '../../../packages/verifactu/test/support/messages.ts';
import { BY_TEST, openTestApi, type TestApi } from '../../support/api.ts';
import { openTestDatabase } from '../../support/database.ts';
import { runCli } from '../../support/run-cli.ts';

const ISSUER = 'B12345674';

describe('the certificates of a restored backup', () => {
  const [ours, lost] = [randomBytes(32), randomBytes(32)];
  const ids: number[] = [];
  let organizationId: number;
  let api: TestApi;
  let directory: string;
  beforeAll(async () => {
    api = await openTestApi();
    ({ id: organizationId } = await api.createOrganization());
    for (const [key, issuerNif] of [
      [ours, null],
      [lost, ISSUER],
    ] as const) {
      const owner = { organizationId, issuerNif };
      const { orm } = api.database;
      const certificate = readTestCertificate('company');
      ids.push((await addCertificate(orm, key, owner, certificate, BY_TEST, api.clock.now)).id);
    }
    directory = path.join(await mkdtemp(path.join(tmpdir(), 'ibe-closed-')), 'backup');
    await runCli('backup', ['--output', directory], { DATABASE_URL: api.database.url });
  });
  afterAll(async () => {
    await api[Symbol.asyncDispose]();
    await rm(path.dirname(directory), { recursive: true });
  });

  async function restore(settings: NodeJS.ProcessEnv): Promise<string> {
    await using database = await openTestDatabase();
    const run = await runCli('restore', ['--input', directory], {
      DATABASE_URL: database.url,
      ...settings,
    });
    expect(run).toMatchObject({ code: 0, err: '' });
    return run.out;
  }
  const lineOf = (id: number, issuer: string, key: Uint8Array) =>
    new RegExp(
      `certificate ${id}  ${issuer}  .*sealed with the key ${nameKey(key)}:  npm run engine -- org certificate add ${organizationId} `,
    );

  it('are listed with their key and the remedy if no key of the settings can unseal them', async () => {
    const out = await restore({ CERTIFICATE_KEY: ours.toString('base64') });
    expect(out).toContain(`CANNOT BE OPENED with the keys of the settings (${nameKey(ours)}): 1 certificate`);
    expect(out).toMatch(lineOf(ids[1]!, ISSUER, lost));
    expect(out).not.toMatch(lineOf(ids[0]!, 'all issuers', ours));
  });

  it('are all listed if no key is set', async () => {
    const out = await restore({});
    expect(out).toContain('CERTIFICATE_KEY IS NOT SET HERE: 2 certificates cannot be opened without it.');
    expect(out).toMatch(lineOf(ids[0]!, 'all issuers', ours));
    expect(out).toMatch(lineOf(ids[1]!, ISSUER, lost));
  });

  it('are not listed if all can be unsealed', async () => {
    const keys = { CERTIFICATE_KEY: ours, CERTIFICATE_KEY_PREVIOUS: lost };
    const settings = Object.entries(keys).map(([name, key]) => [name, key.toString('base64')]);
    expect(await restore(Object.fromEntries(settings) as NodeJS.ProcessEnv)).not.toMatch(
      /CANNOT BE OPENED|NOT SET/,
    );
  });

  it('are listed if their bytes cannot be unsealed, although they name a known key', async () => {
    const { pool, orm } = api.database;
    await pool.query('alter table certificates disable trigger user');
    await pool.query(
      `update certificates set sealed_passphrase = overlay(sealed_passphrase placing '\\x00000000' from length(sealed_passphrase) - 3)
       where id = $1`,
      [ids[0]],
    );
    const closed = await listClosedCertificates(orm.em.fork(), [ours, lost]);
    expect(closed.map(({ id }) => id)).toEqual([ids[0]]);
  });
});
