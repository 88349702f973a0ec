import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRsaAuthority } from '../domain/support/rsa-authority.ts';
import { issueBatch } from '../support/engine.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';
import { takeRedisDatabase } from '../support/redis-database.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

/** Each command runs in its own process. */
vi.setConfig({ testTimeout: 120_000 });

describe('the commands for corrections, chains and certificates', () => {
  let test: TestRemission;
  let chainId: number;
  let invoices: number;
  let run: (program: string, ...args: string[]) => Promise<CliRun>;
  const key = randomBytes(32).toString('base64');

  beforeAll(async () => {
    test = await openTestRemission();
    test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
    invoices = (await issueBatch(test.api, test.organization, 3, 'C')) * 1000;
    chainId = await test.chainOf();
    await test.remit(chainId);
    const REDIS_URL = await takeRedisDatabase();
    run = (program, ...args) =>
      runCli(program, args, {
        DATABASE_URL: test.api.database.url,
        // In the common Redis database, real workers of other test files make their own databases
        // active.
        REDIS_URL,
        CERTIFICATE_KEY: key,
        USER: 'operadora',
      });
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it('invoice show prints AEAT’s answer to each record', async () => {
    const { code, out } = await run('invoice', 'show', String(invoices + 2));
    expect(code).toBe(0);
    expect(out).toContain(
      `C-3  2026-11-20  121.00 EUR  issuer B12345674  organization ${test.organization.id}`,
    );
    expect(out).toContain('rejected: AEAT 1110: ');
    expect((await run('invoice', 'show', String(invoices))).out).toMatch(/accepted\n {6}CSV \S+/);
  });

  it('invoice resend and annul create new records with operator and reason', async () => {
    expect(await run('invoice', 'resend', String(invoices + 2), '--reason', 'Censo corregido')).toMatchObject(
      {
        code: 0,
        err: '',
        out: `Invoice ${invoices + 2}: subsanación is record 4 of chain ${chainId}\n`,
      },
    );
    expect(
      await run('invoice', 'annul', String(invoices), '--reason', 'Duplicada', '--operator', 'Ana'),
    ).toMatchObject({
      code: 0,
      out: `Invoice ${invoices}: RegistroAnulacion is record 5 of chain ${chainId}\n`,
    });
    const { out } = await run('invoice', 'show', String(invoices));
    expect(out).toContain('anulación  record 5');
    expect(out).toContain('because: Duplicada (Ana)');
  });

  it('makes a correction while Redis is not reachable, and reports that the workers will find it', async () => {
    const settings = { DATABASE_URL: test.api.database.url, REDIS_URL: 'redis://127.0.0.1:1' };
    const { code, err } = await runCli('invoice', ['annul', String(invoices + 1), '--reason', 'x'], settings);
    expect({ code, err }).toEqual({
      code: 0,
      err: 'Redis is not reachable: the workers find the work by themselves when it is available again\n',
    });
  });

  it('chains list shows pending records, and chains resume resumes a halted chain', async () => {
    const organization = String(test.organization.id);
    expect((await run('chains', 'resume', String(chainId))).err).toBe(`Chain ${chainId} is not halted\n`);
    test.pass(61);
    test.sandbox.control.addFaults({ kind: 'soap-fault', code: 4141, count: 1 });
    await test.remit(chainId);
    const { out } = await run('chains', 'list', '--organization', organization);
    expect(out).toContain(`chain ${chainId}  organization ${organization}  issuer B12345674`);
    expect(out).toMatch(/HALTED since 20\S+Z: AEAT 4141: /);
    expect(await run('chains', 'resume', String(chainId))).toMatchObject({
      code: 0,
      out: `Chain ${chainId} of issuer B12345674 is resumed: its 3 records are sent to AEAT\n`,
    });
    expect((await run('chains')).out).not.toContain('HALTED');
    expect((await run('chains', 'resume', '999')).err).toBe('There is no chain 999\n');
  });

  describe('org certificate', () => {
    const locate = (name: string) =>
      path.resolve(import.meta.dirname, `../../packages/verifactu/test/fixtures/test-only-${name}.p12`);
    const file = locate('company');
    const add = (passphrase: string, ...more: string[]) =>
      addFile(file, passphrase, test.organization.id, ...more);
    const addFile = async (added: string, passphrase: string, organizationId: number, ...more: string[]) => {
      const passphraseFile = path.join(tmpdir(), `passphrase-${process.pid}`);
      await writeFile(passphraseFile, `${passphrase}\n`);
      const options = ['--passphrase-file', passphraseFile, ...more];
      return run('org', 'certificate', 'add', String(organizationId), added, ...options);
    };

    it('adds and lists certificates without showing a secret', async () => {
      const organization = String(test.organization.id);
      expect(await add('test-only')).toMatchObject({ code: 0, err: '' });
      expect(await add('test-only', '--issuer', 'B12345674', '--seal')).toMatchObject({ code: 0, err: '' });
      expect((await add('test-only')).out).toMatch(
        /The same certificate was added before as certificate \d+: one of them is enough/,
      );
      const { out } = await run('org', 'certificate', 'list', organization);
      expect(out).toMatch(
        /certificate \d+ {2}organization \d+ {2}all issuers {2}.*from 2020-01-01 until 2120-01-01, IN USE {2}sealed with the key [0-9a-f]{8}\n/,
      );
      expect(out).toMatch(
        /certificate \d+ {2}organization \d+ {2}issuer B12345674 {2}.*, a seal {2}from 2020-01-01 until/,
      );
      expect(out).not.toContain('test-only');
    });

    it('says whether a certificate signs Facturae, and in whose name', async () => {
      const { id } = await test.api.createOrganization('Con clave RSA SL');
      using authority = openRsaAuthority('/C=ES/O=Autoridad de Prueba');
      const company = '/C=ES/O=Gestoria de Prueba/organizationIdentifier=VATES-B87654323/CN=Sello';
      const addOne = async (subject: string, kind: string, ...options: string[]) => {
        const p12 = path.join(tmpdir(), `signs-${process.pid}.p12`);
        await writeFile(p12, authority.issuePkcs12(subject, 'test-only', kind));
        return addFile(p12, 'test-only', id, ...options);
      };
      const says = async (...given: Parameters<typeof addOne>) => {
        const { code, out } = await addOne(...given);
        expect(code).toBe(0);
        return out;
      };
      expect(await says(company, 'ec')).toContain('It cannot sign Facturae: it needs an RSA key, and this');
      expect(await addOne(company, 'rsa:1024')).toMatchObject({
        code: 1,
        err: expect.stringContaining('The key of the certificate is too short to be secure'),
      });
      expect(await says('/C=ES/CN=Sello', 'rsa:2048')).toContain(
        'It signs Facturae in the name of its issuers',
      );
      expect(await says(company, 'rsa:2048', '--issuer', 'B87654323')).toContain(
        'It signs Facturae of issuer B87654323',
      );
      expect(await says(company, 'rsa:2048', '--issuer', 'B12345674')).toContain(
        'It signs Facturae of issuer B12345674 as a third party: Gestoria de Prueba, B87654323, whose address',
      );
    });

    it('prints the validity of each certificate, and which one is in use', async () => {
      const { id } = await test.api.createOrganization('Con varios certificados SL');
      const addTo = async (name: string) => {
        const { out } = await addFile(locate(name), 'test-only', id);
        return { out, id: /^Certificate (\d+) /.exec(out)![1]! };
      };
      const none = await addTo('future');
      expect(none.out).toContain('valid from 2110-01-01 until 2120-01-01');
      expect(none.out).toContain(
        'It is not valid before 2110-01-01T00:00:00.000Z; from then on it is used automatically. Until then there is no valid certificate, and nothing is sent\n',
      );
      expect((await addTo('expired')).out).toMatch(
        /It has expired and is not used: no valid certificate is left, and nothing is sent\n/,
      );
      const good = await addTo('company');
      expect(good.out).toMatch(/ {2}valid from 2020-01-01 until 2120-01-01\n {4}It is in use from now on\n/);
      const usesGood = `certificate ${good.id} (until 2120-01-01T00:00:00.000Z) is`;
      expect((await addTo('future')).out).toContain(`Until then ${usesGood} in use\n`);
      expect((await addTo('expired')).out).toContain(`It has expired and is not used: ${usesGood} in use\n`);
      const { out } = await run('org', 'certificate', 'list', String(id));
      const standings = out
        .split('\n')
        .flatMap((line) => / {2}from (\S+ until \S+, .*?) {2}/.exec(line)?.[1] ?? []);
      expect(standings).toEqual([
        '2020-01-01 until 2021-01-01, EXPIRED',
        '2110-01-01 until 2120-01-01, NOT VALID YET',
        '2020-01-01 until 2120-01-01, IN USE',
        '2020-01-01 until 2021-01-01, EXPIRED',
        '2110-01-01 until 2120-01-01, NOT VALID YET',
      ]);
    });

    it('removes a certificate, once', async () => {
      const organization = String(test.organization.id);
      const [, id] = /Certificate (\d+) /.exec((await add('test-only')).out)!;
      const remove = () => run('org', 'certificate', 'remove', organization, id!);
      expect(await remove()).toMatchObject({ code: 0, out: `Certificate ${id} is removed\n` });
      expect((await remove()).err).toBe(
        `Certificate ${id} of organization ${organization} was already removed\n`,
      );
    });

    it('explains errors of the file, the passphrase and the settings', async () => {
      const organization = String(test.organization.id);
      const [wrong, missing, withoutKey] = await Promise.all([
        add('wrong'),
        run('org', 'certificate', 'add', organization, '/nowhere.p12'),
        runCli('org', ['certificate', 'add', organization, file], { DATABASE_URL: test.api.database.url }),
      ]);
      expect(wrong.err).toBe('The passphrase does not decrypt this certificate file\n');
      expect(missing.err).toContain("can't be read");
      expect(withoutKey.err).toContain('CERTIFICATE_KEY must be set');
    });
  });
});
