import { randomBytes } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { nameKey } from '../../src/platform/secrets/seal-secret.ts';
import { unsealCertificate } from '#src/remit/certificates.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { runCli } from '../support/run-cli.ts';

/** Each command runs in its own process. */
vi.setConfig({ testTimeout: 120_000 });

type Past = {
  act: string;
  operator: string;
  reason: string | null;
  subjectId: number;
  organizationId: number;
};

const NOBODY = { token: `ses_${'a'.repeat(43)}`, key: `org_live_${'a'.repeat(43)}` };

describe('the commands for audit, retention, key rotation and exports', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  const run = (program: string, args: readonly string[], settings: NodeJS.ProcessEnv = {}) =>
    runCli(program, args, { DATABASE_URL: api.database.url, ...settings });
  const audit = async (...args: string[]) => {
    const { out } = await run('audit', [...args, '--json']);
    return out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Past);
  };

  it('audit lists and filters the acts of commands with operator and reason, without secrets', async () => {
    const created = await run('org', ['create', 'Una SL']);
    const [, id, key] = /Organization (\d+)\nAPI key (\S+)/.exec(created.out)!;
    const why = ['--operator', 'Ana', '--reason', 'Left the company'];
    const added = await run('org', ['key', id!, ...why]);
    const [, keyId] = /Key (\d+)/.exec(added.out)!;
    expect((await run('org', ['revoke', keyId!, ...why])).code).toBe(0);
    // A refused order is not recorded.
    expect((await run('org', ['revoke', keyId!, ...why])).code).toBe(1);
    await run('org', ['issuer', id!, 'B12345674', '--city', 'Ávila']);
    const all = await audit('--organization', id!);
    expect(all.map(({ act }) => act)).toEqual([
      'organization.create',
      'key.create',
      'key.create',
      'key.revoke',
      'issuer.change',
    ]);
    expect(await audit('--operator', 'Ana', '--act', 'key.revoke')).toMatchObject([
      { operator: 'Ana', reason: 'Left the company', subjectId: Number(keyId), organizationId: Number(id) },
    ]);
    expect(await audit('--since', '2100-01-01')).toEqual([]);
    expect(await audit('--until', '2020-01-01T00:00:00Z')).toEqual([]);
    const { out } = await run('audit', []);
    expect(out).toContain(`key.revoke ${keyId}  organization ${id}  by Ana: Left the company`);
    expect(out).not.toContain(key!);
  });

  it('the API logs a refused token or key with its address and, if known, its organization', async () => {
    const { id, apiKey, token } = await api.createOrganization();
    const from = { remoteAddress: '10.1.2.3' };
    const get = (bearer: string) =>
      api.inject({ url: '/api/v1/invoice_batches', headers: { authorization: `Bearer ${bearer}` }, ...from });
    const open = (key: string) =>
      api.inject({ method: 'POST', url: '/api/v1/auth/sessions', payload: { api_key: key }, ...from });
    api.log.length = 0;
    await get(apiKey);
    await get(NOBODY.token);
    await open(NOBODY.key);
    const { rows } = await api.database.pool.query<{ id: string }>(
      'select id from api_keys where organization_id = $1',
      [id],
    );
    await run('org', ['revoke', rows[0]!.id]);
    await vi.waitFor(async () => expect((await get(token)).statusCode).toBe(401), { timeout: 5000 });
    await open(apiKey);
    const told = () =>
      api.log
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ message }) => message === 'Unauthenticated request refused')
        .map(({ route, client, organizationId, refusal }) => [route, client, organizationId, refusal]);
    const [lists, sessions] = ['/api/v1/invoice_batches', '/api/v1/auth/sessions'];
    // The order does not matter.
    const expected = [
      [lists, '10.1.2.3', id, 'it is a live key'],
      [lists, '10.1.2.3', undefined, undefined],
      [sessions, '10.1.2.3', undefined, undefined],
      [lists, '10.1.2.3', id, 'its key is revoked'],
      [sessions, '10.1.2.3', id, 'it is a revoked key'],
    ];
    await expect.poll(told).toHaveLength(expected.length);
    expect(told()).toEqual(expect.arrayContaining(expected));
  });

  it('retention shows data whose period is over, and erases it once and only with --execute', async () => {
    const organization = await api.createOrganization();
    const id = await issueBatch(api, organization, 1, 'R');
    await api.database.pool.query(
      `set session_replication_role = 'replica';
       update batches set received_at = now() - interval '2 years', processed_at = now() - interval '2 years' where id = ${id};
       reset session_replication_role`,
    );
    const dry = await run('retention', []);
    expect(dry).toMatchObject({ code: 0, err: '' });
    expect(dry.out).toMatch(
      /^ +1 +0\.0 MB {2}raw bodies of ended batches: ended before \d{4}-\d{2}-\d{2}, of/,
    );
    // Midnight in Madrid is still the previous day in UTC.
    expect(dry.out).toMatch(/: ended before \d{4}-01-01\D/);
    expect(dry.out).not.toMatch(/-12-31\D/);
    expect(dry.out).toContain('Nothing was erased');
    const longer = await run('retention', [], { RETENTION_BODY_MONTHS: '30' });
    expect(longer.out).toMatch(/^ +0 /);
    const done = await run('retention', ['--execute', '--operator', 'Ana', '--reason', 'Every month']);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).toMatch(/^ +1 .*bodies erased\n/);
    expect((await run('retention', ['--execute'])).out).toMatch(/^ +0 .*bodies erased\n/);
    expect(await audit('--act', 'retention.erase')).toMatchObject([
      { operator: 'Ana', reason: 'Every month' },
    ]);
    const early = await run('retention', [], { RETENTION_ENVELOPE_YEARS: '5' });
    expect(early).toMatchObject({
      code: 1,
      err: expect.stringContaining('RETENTION_ENVELOPE_YEARS must be an integer of 6 to 100'),
    });
  });

  it('org certificate reseal replaces CERTIFICATE_KEY: both keys open certificates until then, and only the new one afterwards', async () => {
    const { id } = await api.createOrganization();
    const [old, fresh] = [randomBytes(32), randomBytes(32)];
    const keys = (current: Buffer, previous?: Buffer) => ({
      CERTIFICATE_KEY: current.toString('base64'),
      ...(previous ? { CERTIFICATE_KEY_PREVIOUS: previous.toString('base64') } : {}),
    });
    const file = path.resolve(
      import.meta.dirname,
      '../../packages/verifactu/test/fixtures/test-only-company.p12',
    );
    const passphrase = path.join(tmpdir(), `traces-passphrase-${process.pid}`);
    await writeFile(passphrase, 'test-only');
    const add = ['certificate', 'add', String(id), file, '--passphrase-file', passphrase];
    expect((await run('org', add, keys(old))).code).toBe(0);
    const open = (...openers: Buffer[]) =>
      unsealCertificate(api.workers.orm.em.fork(), openers, id, 'B12345674', new Date());

    const lost = await run('org', ['certificate', 'reseal'], keys(fresh));
    expect(lost.code).toBe(1);
    expect(lost.err).toMatch(
      new RegExp(
        `^Certificate \\d+: It was encrypted with the key ${nameKey(old)}, but only ${nameKey(fresh)} is set\n1 certificates cannot be opened`,
      ),
    );
    await expect(open(fresh)).rejects.toThrow(`It was encrypted with the key ${nameKey(old)}`);
    expect((await open(fresh, old))!.passphrase).toBe('test-only');

    const resealed = await run('org', ['certificate', 'reseal', '--operator', 'Ana'], keys(fresh, old));
    expect(resealed).toMatchObject({ code: 0, err: '' });
    expect(resealed.out).toMatch(
      new RegExp(`^Every worker must already have the key ${nameKey(fresh)} as CERTIFICATE_KEY: .*\n`),
    );
    expect(resealed.out).toContain(
      `1 certificates were resealed with the key ${nameKey(fresh)}, 0 had it already`,
    );
    expect((await open(fresh))!.passphrase).toBe('test-only');
    await expect(open(old)).rejects.toThrow(`It was encrypted with the key ${nameKey(fresh)}`);
    const again = await run('org', ['certificate', 'reseal'], keys(fresh));
    expect(again.out).toContain('0 certificates were resealed');
    expect(await audit('--act', 'certificate.reseal')).toMatchObject([
      { operator: 'Ana', organizationId: id, details: { from: nameKey(old), to: nameKey(fresh) } },
    ]);
    const list = await run('org', ['certificate', 'list', String(id)], {});
    expect(list.out).toContain(`sealed with the key ${nameKey(fresh)}`);
    const alone = await run('org', ['list'], { CERTIFICATE_KEY_PREVIOUS: old.toString('base64') });
    expect(alone.err).toBe('CERTIFICATE_KEY must be set when CERTIFICATE_KEY_PREVIOUS is\n');
  });

  it('export-records writes files that only their owner can read', async () => {
    const organization = await api.createOrganization();
    await issueBatch(api, organization, 1, 'X');
    const directory = path.join(tmpdir(), `traces-export-${process.pid}`);
    const period = ['--from', '2024-10-28', '--to', '2099-12-31', '--output', directory];
    const args = ['--organization', String(organization.id), '--issuer', 'B12345674', ...period];
    const modes = async () => {
      const paths = [directory, ...(await readdir(directory)).map((file) => path.join(directory, file))];
      return Promise.all(paths.map(async (each) => ((await stat(each)).mode & 0o777).toString(8)));
    };
    expect((await run('export-records', args)).code).toBe(0);
    expect(await modes()).toEqual(['700', '600']);
    await rm(directory, { recursive: true });
  });
});
