import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '#src/organizations/access/secrets.ts';
import { deriveSecrets, hashProof } from '#src/operators/derive-secrets.ts';
import { findStep, openFactor } from '#src/operators/second-factor.ts';
import { openOperatorSessions, type OperatorSessions } from '#src/operators/operator-sessions.ts';
import { type PoolOwner, openPool } from '../../src/platform/postgres/database.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { codeOf } from '../support/every-table.ts';
import { runCli } from '../support/run-cli.ts';
import { PASSWORD, STRANGER } from '../dashboard/support/operators.ts';

const OTHER = 'el perro de san roque';

let database: TestDatabase;
let dashboard: PoolOwner;
let operators: PoolOwner;
let sessions: OperatorSessions;
let directory: string;
beforeAll(async () => {
  database = await openTestDatabase();
  dashboard = openPool({ url: database.urlOf('dashboard'), applicationName: 'test', role: 'dashboard' });
  operators = openPool({ url: database.urlOf('operator'), applicationName: 'test', role: 'operator' });
  sessions = openOperatorSessions(dashboard.pool);
  directory = await mkdtemp(path.join(tmpdir(), 'ibe-operator-'));
  await writeFile(path.join(directory, 'one'), `${PASSWORD}\n`);
  await writeFile(path.join(directory, 'other'), OTHER);
  await writeFile(path.join(directory, 'short'), 'short');
  await writeFile(path.join(directory, 'guessed'), 'password1234');
  await writeFile(path.join(directory, 'own'), 'ines-and-her-cat');
  await writeFile(path.join(directory, 'chance'), 'x7InEsQ2/bV9+kT4wZ8rLm31');
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await dashboard[Symbol.asyncDispose]();
  await operators[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const run = (...args: string[]) =>
  runCli('operator', args, { DATABASE_URL: database.url, OPERATOR_DATABASE_URL: database.urlOf('operator') });
const add = (login: string, role: string, ...more: string[]) =>
  run('add', login, '--role', role, '--password-file', path.join(directory, 'one'), ...more);
const secretOf = (out: string) => /^Secret ([A-Z2-7]{32})$/m.exec(out)![1]!;
/**
 * Signs in as the dashboard does.
 * @param at the time of the code.
 * @returns the hash of the token.
 */
async function signIn(login: string, password: string, secret: string, at = new Date()) {
  const salt = (await sessions.findSalt(login))!;
  const { proof, key } = await deriveSecrets(password, salt);
  const sealed = await sessions.findFactor(login, proof);
  if (sealed === null) return null;
  expect(openFactor(key, login, sealed)).toBe(secret);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
  const step = findStep(login, secret, code, at)!;
  const tokenHash = hashSecret(`${login} ${Math.random()}`);
  const outcome = await sessions.begin({ login, proof, step, tokenHash, ...STRANGER });
  return outcome === 'in' ? tokenHash : null;
}
/** Makes the current code valid again. */
async function forgetSteps(): Promise<void> {
  await database.pool.query('alter table operators disable trigger operators_guard');
  await database.pool.query('update operators set totp_step = 0');
  await database.pool.query('alter table operators enable trigger operators_guard');
}

describe('npm run engine -- operator', () => {
  it('adds an operator, whose authenticator reads the secret and who can sign in once per code', async () => {
    expect(await sessions.hasOperators()).toBe(false);
    const added = await add('Ana', 'act', '--operator', 'root', '--reason', 'New colleague');
    expect(added).toMatchObject({ code: 0, err: '' });
    expect(added.out).toMatch(
      /^Operator ana may look and make changes\nSecret \w+\notpauth:\/\/totp\/Invoice%20batch%20engine:ana\?issuer=Invoice%20batch%20engine&secret=\w+&algorithm=SHA1&digits=6&period=30\n$/,
    );
    const secret = secretOf(added.out);
    expect(await sessions.hasOperators()).toBe(true);
    const at = new Date();
    const tokenHash = await signIn('ana', PASSWORD, secret, at);
    expect(await sessions.find(tokenHash!, true)).toEqual({ login: 'ana', role: 'act' });
    expect(await signIn('ana', PASSWORD, secret, at)).toBeNull();
    expect(await signIn('ana', OTHER, secret)).toBeNull();
    const { out } = await run('list');
    expect(out).toMatch(
      /^ana {2}act {2}since 20\S+Z {2}signed in, last seen 20\S+Z {2}1 wrong code and 0 wrong passwords outside known browsers\n$/,
    );
  });

  it('refuses an existing login, and passwords that are easy to guess', async () => {
    expect(await add('ana', 'view')).toMatchObject({ code: 1, err: 'There is an operator ana already\n' });
    for (const [file, says] of [
      ['short', 'The password must have 12 to 200 characters\n'],
      ['guessed', expect.stringContaining('easy to guess')],
      ['own', expect.stringContaining('easy to guess')],
      ['nowhere', expect.stringContaining('The password cannot be read')],
    ]) {
      const tried = await run(
        'add',
        'ines',
        '--role',
        'view',
        '--password-file',
        path.join(directory, file as string),
      );
      expect(tried).toMatchObject({ code: 1, err: says });
    }
    expect(await run('add', 'ines', '--role', 'view')).toMatchObject({
      code: 1,
      err: 'There is no terminal to prompt for the password: name a file with the password (--password-file)\n',
    });
  });

  it('ends the sessions of a changed operator, and records each change as an act', async () => {
    let secret = secretOf((await add('eva', 'view')).out);
    let password = PASSWORD;
    const other = path.join(directory, 'other');
    for (const [name, ...args] of [
      ['role', '--role', 'act'],
      ['password', '--password-file', other],
      ['totp', '--password-file', other],
      ['remove'],
    ] as const) {
      await forgetSteps();
      const tokenHash = await signIn('eva', password, secret);
      expect({ name, session: await sessions.find(tokenHash!, true) }).toMatchObject({
        session: { login: 'eva' },
      });
      const changed = await run(name, 'eva', ...args);
      expect({ name, ...changed }).toMatchObject({ name, code: 0, err: '' });
      expect({ name, session: await sessions.find(tokenHash!, true) }).toEqual({ name, session: null });
      if (changed.out.includes('Secret')) secret = secretOf(changed.out);
      if (name === 'password') password = OTHER;
    }
    expect(await sessions.findSalt('eva')).toBeNull();
    expect(await run('remove', 'eva')).toMatchObject({ code: 1, err: 'There is no operator eva\n' });
    const audit = await runCli('audit', ['--json'], { DATABASE_URL: database.url });
    const acts = audit.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(acts.map(({ act, details }) => [act, details])).toEqual([
      ['operator.add', { login: 'ana', role: 'act' }],
      ['operator.add', { login: 'eva', role: 'view' }],
      ['operator.role', { login: 'eva', from: 'view', to: 'act' }],
      ['operator.password', { login: 'eva' }],
      ['operator.totp', { login: 'eva' }],
      ['operator.remove', { login: 'eva' }],
    ]);
    expect(acts[0]).toMatchObject({ operator: 'root', reason: 'New colleague' });
  });

  it('seals a new secret only with the correct password of the operator', async () => {
    const wrong = await run('totp', 'ana', '--password-file', path.join(directory, 'other'));
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('This is not the password of ana') });
  });

  it('allows the login of a removed operator for a new one, who inherits nothing', async () => {
    const again = await add('eva', 'view');
    expect(again.code).toBe(0);
    const { rows } = await database.pool.query(
      `select removed_at is null as live, length(verifier) as verifier, length(salt) as salt from operators where login = 'eva' order by id`,
    );
    expect(rows).toEqual([
      { live: false, verifier: 0, salt: 0 },
      { live: true, verifier: 32, salt: 16 },
    ]);
  });
});

describe('the database functions for operators', () => {
  it('end a session 2 hours after its last use, and 12 hours after its start', async () => {
    const secret = secretOf((await add('sol', 'view')).out);
    const live = async (tokenHash: Buffer, used: string, created: string) => {
      await database.pool.query(
        `update operator_sessions set used_at = now() - $2::interval, created_at = now() - $3::interval where token_hash = $1`,
        [tokenHash, used, created],
      );
      return (await sessions.find(tokenHash, false)) !== null;
    };
    const tokenHash = (await signIn('sol', PASSWORD, secret))!;
    expect(await live(tokenHash, '119 minutes', '11 hours')).toBe(true);
    expect(await live(tokenHash, '121 minutes', '3 hours')).toBe(false);
    expect(await live(tokenHash, '1 minute', '721 minutes')).toBe(false);
    // Automatic requests do not keep a session alive.
    expect(await live(tokenHash, '30 minutes', '1 hour')).toBe(true);
    const usedAgo = async () =>
      (
        await database.pool.query(
          'select extract(epoch from now() - used_at)::int as seconds from operator_sessions where token_hash = $1',
          [tokenHash],
        )
      ).rows[0].seconds as number;
    expect(await usedAgo()).toBeGreaterThan(1700);
    await sessions.find(tokenHash, true);
    expect(await usedAgo()).toBeLessThan(10);
    await live(tokenHash, '121 minutes', '3 hours');
    await sessions.find(tokenHash, true);
    expect(await usedAgo()).toBeGreaterThan(7000);
    await sessions.end(tokenHash);
    expect(
      (await database.pool.query('select from operator_sessions where token_hash = $1', [tokenHash]))
        .rowCount,
    ).toBe(0);
  });

  it('hide verifiers and sessions from the dashboard, and do not let it change operators', async () => {
    const { pool } = dashboard;
    for (const sql of [
      'select login from operators',
      'select verifier from operators',
      'select token_hash from operator_sessions',
      `update operators set role = 'act'`,
      `insert into operators (login, role, salt, cost, block_size, parallelism, verifier, sealed_totp) values ('x', 'act', '', 1, 1, 1, '', '')`,
      `insert into operator_sessions values ('', 1, now(), now())`,
      'delete from operator_sessions',
      'select source from operator_wrong_logins',
      'delete from operator_wrong_logins',
    ])
      expect({ sql, code: await codeOf(pool, sql) }).toEqual({ sql, code: '42501' });
    // The stored values are not enough to prove the password or to learn the second factor.
    const { rows } = await database.pool.query<{ verifier: Buffer }>(
      `select verifier from operators where login = 'ana'`,
    );
    expect(await sessions.findFactor('ana', rows[0]!.verifier)).toBeNull();
    expect(
      await sessions.begin({
        login: 'ana',
        proof: rows[0]!.verifier,
        step: 1e12,
        tokenHash: Buffer.from('x'),
        ...STRANGER,
      }),
    ).toBe('wrong');
    expect(hashProof(rows[0]!.verifier)).not.toEqual(rows[0]!.verifier);
  });

  it('refuse a change of an operator without its own act, and never restore a removed operator', async () => {
    const { pool } = operators;
    const RESTRICTED = '23001';
    for (const sql of [
      `update operators set role = 'view' where login = 'ana'`,
      `update operators set removed_at = now(), salt = '', verifier = '', sealed_totp = '' where login = 'ana'`,
      `update operators set removed_at = null where removed_at is not null`,
      `update operators set totp_step = 0 where login = 'ana'`,
      `insert into operators (login, role, salt, cost, block_size, parallelism, verifier, sealed_totp)
       values ('x', 'act', decode(repeat('00', 16), 'hex'), 1, 1, 1, sha256(''), 'x')`,
    ])
      expect({ sql, code: await codeOf(pool, sql) }).toEqual({ sql, code: RESTRICTED });
  });

  it('accepts a long password that contains the login by chance', async () => {
    const file = path.join(directory, 'chance');
    expect(await run('add', 'ines', '--role', 'view', '--password-file', file)).toMatchObject({ code: 0 });
  });
});
