import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_RIGHTS } from '#src/contracts/codes.ts';
import { createSession } from '#src/organizations/access/sessions.ts';
import { findIssuerProfile } from '#src/organizations/access/organizations.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';
import { everyNth } from '../support/long.ts';

/** An existing file that is not a picture. */
const ENTRY = path.join(import.meta.dirname, 'org.integration.test.ts');

describe('npm run engine -- org', () => {
  let database: TestDatabase;
  let org: (...args: string[]) => Promise<CliRun>;
  beforeAll(async () => {
    database = await openTestDatabase();
    org = (...args) => runCli('org', args, { DATABASE_URL: database.url });
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const opens = async (output: string) =>
    (await createSession(database.pool, /org_live_\S+/.exec(output)![0], new Date())) !== null;

  it('creates an organization whose key works, and lists it without the key', async () => {
    const created = await org('create', 'Peña & Hijos SL');
    expect(created).toMatchObject({ code: 0, err: '' });
    expect(await opens(created.out)).toBe(true);
    const { out } = await org('list');
    expect(out).toContain('Peña & Hijos SL');
    expect(out).not.toContain(/org_live_\S+/.exec(created.out)![0]);
  });

  it('adds a second key and revokes the first, after which only the second opens sessions', async () => {
    const created = await org('create', 'Dos Llaves SL');
    const id = /Organization (\d+)/.exec(created.out)![1]!;
    const added = await org('key', id);
    const listed = (await org('list')).out.split('Dos Llaves SL')[1]!;
    expect((await org('revoke', /key (\d+)/.exec(listed)![1]!)).code).toBe(0);
    expect(await opens(created.out)).toBe(false);
    expect(await opens(added.out)).toBe(true);
    const again = await org('revoke', /key (\d+)/.exec(listed)![1]!);
    expect(again).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Key \d+ was already revoked at 20/),
    });
  });

  it('describes every right of a key in its help', async () => {
    for (const command of ['create', 'key', 'rights']) {
      const { out } = await org(command, '--help');
      const text = out.replaceAll(/\s+/g, ' ');
      for (const right of KEY_RIGHTS) expect(text).toContain(`${right} (`);
    }
  });

  it('sets, changes and lists the rights of keys, and records who did it', async () => {
    const created = await org('create', 'Con Derechos SL');
    const id = /Organization (\d+)/.exec(created.out)![1]!;
    const [, keyId] = /Key (\d+)/.exec((await org('key', id, '--rights', 'correct, read')).out)!;
    const listed = async () => (await org('list')).out.split('Con Derechos SL')[1]!;
    expect(await listed()).toMatch(
      /^.*\n {4}key \d+ .*… {2}submit,read {2}live\n {4}key \d+ .*… {2}read,correct {2}live\n/,
    );
    const changed = await org(
      'rights',
      keyId!,
      '--rights',
      'submit',
      '--operator',
      'Ana',
      '--reason',
      'Sólo envía',
    );
    expect(changed).toMatchObject({ code: 0, out: `Key ${keyId} has the rights submit\n`, err: '' });
    expect(await listed()).toMatch(/… {2}submit,read {2}live\n.*… {2}submit {2}live\n/);
    const { rows } = await database.pool.query(
      `select act, operator, reason, details - 'prefix' as details from operator_acts where subject_id = $1 and act like 'key.%' order by id`,
      [keyId],
    );
    expect(rows).toMatchObject([
      { act: 'key.create', details: { rights: ['read', 'correct'] } },
      {
        act: 'key.rights',
        operator: 'Ana',
        reason: 'Sólo envía',
        details: { from: ['read', 'correct'], to: ['submit'] },
      },
    ]);
    await org('revoke', keyId!);
    const late = await org('rights', keyId!, '--rights', 'correct');
    expect(late).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Key \d+ was already revoked at 20/),
    });
  }, 90_000);

  it('lists the issuers without an address', async () => {
    const created = await org('create', 'Sin Señas SL');
    const id = /Organization (\d+)/.exec(created.out)![1]!;
    for (const nif of ['A12345674', 'B12345674']) {
      await database.pool.query(
        `insert into chains (organization_id, issuer_nif, installation_number) values ($1, $2, $3)`,
        [id, nif, `test-${nif}`],
      );
    }
    const told = async () => (await org('list')).out.split('Sin Señas SL')[1]!;
    expect(await told()).toContain(
      'NO ADDRESS, which full invoices must show (RD 1619/2012, art. 6): A12345674, B12345674.',
    );
    await org('issuer', id, 'A12345674', '--city', 'Ávila');
    await org('issuer', id, 'B12345674', '--address', 'Calle Mayor 1');
    expect(await told()).toContain('art. 6): A12345674. npm run engine -- org issuer');
    await org('issuer', id, 'A12345674', '--address', 'Calle Mayor 2');
    expect(await told()).not.toContain('NO ADDRESS');
  });

  it('sets the name of an issuer in AEAT’s census', async () => {
    const id = /Organization (\d+)/.exec((await org('create', 'Ana García')).out)![1]!;
    const named = await org('issuer', id, '12345678Z', '--name', 'García López, Ana');
    expect(named).toMatchObject({ code: 0, err: '' });
    expect(await findIssuerProfile(database.orm, Number(id), '12345678Z')).toMatchObject({
      name: 'García López, Ana',
      address: null,
    });
    const parts = ['--person-name', 'Ana, García López'] as const;
    expect((await org('issuer', id, '12345678Z', ...parts)).out).toContain(
      '  person name: Ana, García López\n',
    );
    for (const [args, says] of [
      [
        ['12345678Z', '--name', 'García Pérez, Ana'],
        '--person-name must have the words of the name García Pérez, Ana',
      ],
      [
        ['12345678Z', '--person-name', `Ana,${'x'.repeat(41)}`],
        "first surname can't be longer than 40 characters",
      ],
      [['B12345674', ...parts], 'only natural persons have a given name and surnames'],
    ] as const)
      expect(await org('issuer', id, ...args)).toMatchObject({ code: 1, err: expect.stringContaining(says) });
    const tooLong = await org('issuer', id, '12345678Z', '--name', 'x'.repeat(121));
    expect(tooLong).toMatchObject({ code: 1, err: expect.stringContaining('at most 120 characters') });
  });

  it('keeps the fields of an issuer’s profile that are not given, and removes those that are empty', async () => {
    const created = await org('create', 'Perfil SL');
    const id = /Organization (\d+)/.exec(created.out)![1]!;
    const logo = path.join(tmpdir(), `logo-${process.pid}.png`);
    await writeFile(logo, Buffer.from('89504e470d0a1a0a0000000d494844520000006400000020', 'hex'));
    await org('issuer', id, 'b-12345674', '--city', 'Ávila', '--phone', '600000000', '--logo', logo);
    await org('issuer', id, 'B12345674', '--address', 'Calle Mayor 1', '--phone', '');
    expect(await findIssuerProfile(database.orm, Number(id), 'B12345674')).toMatchObject({
      city: 'Ávila',
      address: 'Calle Mayor 1',
      phone: null,
      logo: { mediaType: 'image/png' },
    });
  });

  it('sets and removes the appearance of an issuer’s PDFs', async () => {
    const id = /Organization (\d+)/.exec((await org('create', 'Colores SL')).out)![1]!;
    const set = await org('issuer', id, 'B12345674', '--accent', '1A5276', '--language', 'eu');
    expect(set).toMatchObject({ code: 0, out: expect.stringContaining('accent: #1a5276\n  language: eu\n') });
    await org('issuer', id, 'B12345674', '--city', 'Ávila');
    expect((await org('issuer', id, 'B12345674')).out).toContain('accent: #1a5276');
    await org('issuer', id, 'B12345674', '--accent', '', '--language', '');
    expect((await org('issuer', id, 'B12345674')).out).not.toMatch(/accent|language/);
  }, 90_000);

  it('sets, shows and removes the account of an issuer', async () => {
    const id = /Organization (\d+)/.exec((await org('create', 'Cuentas SL')).out)![1]!;
    const issuer = (...args: string[]) => org('issuer', id, 'B12345674', ...args);
    const read = async () => {
      const profile = await findIssuerProfile(database.orm, Number(id), 'B12345674');
      return [profile?.iban, profile?.bic];
    };
    // Profiles of version 1.0.0 have neither member.
    await database.pool.query(
      `insert into issuer_profiles (organization_id, issuer_nif, profile) values ($1, 'B12345674', '{"city": "Ávila"}')`,
      [id],
    );
    const set = await issuer('--iban', 'es91 2100 0418\u{a0}4502 0005 1332', '--bic', 'caixesbb');
    expect(set).toMatchObject({
      code: 0,
      out: expect.stringContaining('  iban: ES9121000418450200051332\n  bic: CAIXESBB\n'),
    });
    await issuer('--phone', '600000000', '--postal-code', '05001', '--address', 'Calle Mayor 1');
    expect(await read()).toEqual(['ES9121000418450200051332', 'CAIXESBB']);
    for (const other of ['ES7921000813610123456789', ''])
      expect(await issuer('--iban', other)).toMatchObject({
        code: 1,
        err: expect.stringContaining(
          '--iban: the profile has the BIC CAIXESBB, which belongs to the account ES9121000418450200051332. Give the BIC of the new account with --bic, or remove it with --bic',
        ),
      });
    await issuer('--iban', 'ES7921000813610123456789', '--bic', '');
    expect(await read()).toEqual(['ES7921000813610123456789', null]);
    await issuer('--iban', '');
    expect(await read()).toEqual([null, null]);
    const address = await issuer('--electronic-address', '0088:8412345678905');
    expect(address.out).toContain('  electronic address: 0088:8412345678905\n');
    await issuer('--electronic-address', '');
    const authorised = await issuer('--billing-authorisations', 'RGE-17: datos: de la factura; RGE-18');
    expect(authorised.out).toContain(
      '  authorisation: RGE-17: datos: de la factura\n  authorisation: RGE-18\n',
    );
    expect(await issuer('--billing-authorisations', 'RGE-17;: sin número')).toMatchObject({
      code: 1,
      err: expect.stringContaining("Authorisation 2: number can't be blank") as string,
    });
    await issuer('--billing-authorisations', '');
    expect((await issuer()).out).toBe(
      '  address: Calle Mayor 1\n  postal code: 05001\n  city: Ávila\n  phone: 600000000\n',
    );
    expect(await issuer('--bic', 'CAIXESBBXXX')).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        '--bic: the BIC CAIXESBBXXX would belong to no account. Give the IBAN too',
      ),
    });
  }, 90_000);

  it.each(
    everyNth(2, [
      ['an invalid id', ['key', 'one'], 'It must be a positive integer'],
      ['an empty name', ['create', '  '], 'It must have 1 to 120 characters'],
      [
        'a name with a deceptive character',
        ['create', 'Peña\u202eLS'],
        'It must not contain U+202E RIGHT-TO-LEFT OVERRIDE,',
      ],
      ['a wrong NIF', ['issuer', '1', 'B12345675'], 'It is not a valid NIF'],
      [
        'an accent colour that is too pale',
        ['issuer', '1', 'B12345674', '--accent', '#8a9ba8'],
        'its contrast is 2.86:1 with white and 2.46:1 with the grey background of the amount to pay; both must be at least 4.5:1',
      ],
      [
        'a logo that is neither PNG nor JPEG',
        ['issuer', '1', 'B12345674', '--logo', ENTRY],
        'It is neither PNG nor JPEG',
      ],
      [
        'an IBAN with wrong check digits',
        ['issuer', '1', 'B12345674', '--iban', 'ES92 2100 0418 4502 0005 1332'],
        'It is not a valid IBAN: its form or its check digits are wrong (ISO 13616).',
      ],
      ['a missing file', ['issuer', '1', 'B12345674', '--logo', '/nowhere'], "It can't be read: ENOENT"],
    ]),
  )('refuses %s in one clear line and with code 1', async (_what, args, message) => {
    const { code, err } = await org(...args);
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(err).not.toContain('    at ');
  });

  it('names a missing setting, or the setting of a database that is not reachable', async () => {
    expect(await runCli('org', ['list'], {})).toMatchObject({ code: 1, err: 'DATABASE_URL must be set\n' });
    const away = await runCli('org', ['list'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(away).toMatchObject({ code: 1, err: 'The database of DATABASE_URL is not reachable\n' });
  });
});
