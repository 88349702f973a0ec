import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { addLogin, openTestDatabase, type TestDatabase } from '../support/database.ts';
import { runCli } from '../support/run-cli.ts';

/* The messages of npm run migrate about logins. */
const run = randomBytes(4).toString('hex');
const login = (name: string) => `engine_test_${name}_${run}`;

describe('npm run migrate', { timeout: 60_000 }, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(async () => {
    for (const name of ['first', 'second', 'ingress', 'stranger', 'shared']) {
      await database.pool.query(`
        do $$ begin
          if exists (select from pg_roles where rolname = '${login(name)}') then
            drop owned by ${login(name)}; drop role ${login(name)};
          end if;
        end $$`);
    }
    await database[Symbol.asyncDispose]();
  });

  const urlOf = (name: string) =>
    Object.assign(new URL(database.url), { username: login(name), password: 'x' }).href;
  const migrate = (settings: NodeJS.ProcessEnv) =>
    runCli('migrate', [], { DATABASE_URL: database.url, ...settings });
  /**
   * Only lines about the logins of this file, since other logins on the server also have the
   * engine's roles.
   */
  const readWarnings = (out: string): string[] =>
    out
      .split('\n')
      .filter((line) => line.includes('"level":"warn"') && line.includes(run))
      .map((line) => JSON.parse(line).message);
  const rolesOf = async (name: string) => {
    const { rows } = await database.pool.query<{ role: string }>(
      `select r.rolname as role from pg_auth_members a join pg_roles r on r.oid = a.roleid
       join pg_roles m on m.oid = a.member where m.rolname = $1`,
      [login(name)],
    );
    return rows.map(({ role }) => role);
  };

  it('reports a replaced login that still has its role, with the statement that revokes it', async () => {
    expect(readWarnings((await migrate({ WORKER_DATABASE_URL: urlOf('first') })).out)).toEqual([]);
    const again = await migrate({ WORKER_DATABASE_URL: urlOf('second') });
    expect(again).toMatchObject({ code: 0, err: '' });
    const [warning, ...more] = readWarnings(again.out);
    expect(more).toEqual([]);
    expect(warning).toContain(`The login ${login('first')} may take engine_worker, but no`);
    expect(await rolesOf('first')).toEqual(['engine_worker']);
    await database.pool.query(/If it is not needed: (revoke .+;)$/.exec(warning!)![1]!);
    expect(await rolesOf('first')).toEqual([]);
    expect(readWarnings((await migrate({ WORKER_DATABASE_URL: urlOf('second') })).out)).toEqual([]);
  });

  it('does not report a login that is meant to have every role', async () => {
    await database.pool.query(`create role ${login('shared')} login password 'x'`);
    const { out } = await migrate({
      DATABASE_URL: urlOf('shared'),
      MIGRATIONS_DATABASE_URL: database.url,
    });
    expect(await rolesOf('shared')).toHaveLength(6);
    expect(readWarnings(out).filter((line) => line.includes(login('shared')))).toEqual([]);
  });

  it('refuses swapped logins before it changes anything', async () => {
    await migrate({ WORKER_DATABASE_URL: urlOf('second'), INGRESS_DATABASE_URL: urlOf('ingress') });
    const swapped = await migrate({
      WORKER_DATABASE_URL: urlOf('ingress'),
      INGRESS_DATABASE_URL: urlOf('second'),
    });
    expect(swapped).toMatchObject({ code: 1, err: expect.stringMatching(/^migrate: .+\n$/) });
    expect(swapped.err).toContain(
      `INGRESS_DATABASE_URL names the login ${login('second')}, which currently has engine_worker, but WORKER_DATABASE_URL names another login`,
    );
    expect(await rolesOf('second')).toEqual(['engine_worker']);
  });

  it('reports which role it revokes from a login that has the role of a kind without its own login', async () => {
    const { out } = await migrate({ OPERATOR_DATABASE_URL: urlOf('ingress') });
    expect(readWarnings(out)).toContain(
      `The login ${login('ingress')} of OPERATOR_DATABASE_URL loses engine_ingress, because it now belongs to engine_operator only`,
    );
    expect(await rolesOf('ingress')).toEqual(['engine_operator']);
  });

  it.each([
    ['a stranger', () => urlOf('stranger')],
    ['a process', () => addLogin(database.url, 'worker')],
  ])('reports in one line that the login is not the owner: %s', async (_who, url) => {
    await database.pool.query(
      `do $$ begin create role ${login('stranger')} login password 'x'; exception when duplicate_object then null; end $$`,
    );
    const { code, out, err } = await migrate({ MIGRATIONS_DATABASE_URL: url() });
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(
        /^migrate: The (login of|database of) MIGRATIONS_DATABASE_URL (must own the database and its tables|refuses the connection): [^\n]+\n$/,
      ),
    });
    expect(out).not.toContain('"level":"fatal"');
  });

  it('with --wait only waits until the schema is ready for a kind of process, and changes nothing', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      'delete from migrations where name = (select max(name) from migrations) returning name',
    );
    const waiting = runCli('migrate', ['--wait', 'worker'], {
      DATABASE_URL: addLogin(database.url, 'worker'),
    });
    const isWaiting = async () => {
      const { rowCount } = await database.pool.query(
        `select from pg_stat_activity where application_name = 'ibe-wait' and datname = current_database()
           and state = 'idle' and query like 'select from migrations %'`,
      );
      return rowCount === 1;
    };
    await eventually(isWaiting, { within: 20_000, every: 20, what: 'a look at the schema' });
    await database.pool.query('insert into migrations (name) values ($1)', [rows[0]!.name]);
    const { code, out, err } = await waiting;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);
    expect(lines.map(({ message }) => message)).toEqual(['Waiting', 'The schema is there']);
    expect(lines[0]!['obstacle']).toBe('migrations are pending');
  });

  it('with --wait accepts only the kinds of the engine’s processes', async () => {
    const { code, err } = await runCli('migrate', ['--wait', 'api'], {
      DATABASE_URL: database.url,
    });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('Allowed choices are ingress') });
  });
});
