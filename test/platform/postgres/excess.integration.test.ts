import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '../../../src/platform/postgres/database.ts';
import { openDatabase } from '../../../src/platform/postgres/open-database.ts';
import { isDatabaseUnavailable } from '../../../src/platform/postgres/failures.ts';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import { checkDatabase } from '../../../src/platform/postgres/readiness.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { startProcess } from '../../support/processes.ts';
import { takeRedisDatabase } from '../../support/redis-database.ts';
import { everyNth } from '../../support/long.ts';

/*
 * A login with more rights than its process needs: production does no work with it, and other
 * environments log a warning.
 */
let database: TestDatabase;
const roles: string[] = [];
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  database = resources.use(await openTestDatabase());
});
afterAll(async () => {
  for (const role of roles) {
    await database.pool.query(`drop owned by ${role} cascade`);
    await database.pool.query(`drop role ${role}`);
  }
  await resources.disposeAsync();
});

/** @param excess statements that give `LOGIN` more rights. */
async function createLogin(excess: readonly string[]): Promise<{ name: string; url: string }> {
  const name = `engine_test_${randomBytes(6).toString('hex')}`;
  await database.pool.query(`create role ${name} login noinherit password 'x'`);
  roles.push(name);
  await database.pool.query(`grant engine_ingress to ${name}`);
  for (const sql of excess) await database.pool.query(sql.replaceAll('LOGIN', name));
  return { name, url: Object.assign(new URL(database.url), { username: name, password: 'x' }).href };
}

const EXCESSES = [
  ['it is a superuser', ['alter role LOGIN superuser']],
  ['it bypasses row-level security', ['alter role LOGIN bypassrls']],
  ['it may create roles', ['alter role LOGIN createrole']],
  ['it may create databases', ['alter role LOGIN createdb']],
  ['it may replicate', ['alter role LOGIN replication']],
  [
    'it may create schemas',
    [`do $$ begin execute format('grant create on database %I to LOGIN', current_database()); end $$`],
  ],
  ['it owns objects of the database', ['create table of_LOGIN ()', 'alter table of_LOGIN owner to LOGIN']],
  ['it is a member of engine_worker', ['grant engine_worker to LOGIN']],
  ['it is a member of pg_execute_server_program', ['grant pg_execute_server_program to LOGIN']],
  ['it has privileges in addition to those of its role', ['grant select on sessions to LOGIN']],
  ['it has privileges in addition to those of its role', ['grant usage on schema public to LOGIN']],
] as const;

describe.each(everyNth(4, EXCESSES))('a login with more rights than its role: %s', (reason, excess) => {
  it('runs no statement in production, as in an outage, and is reported once in other environments', async () => {
    const login = await createLogin(excess);
    const reported: string[] = [];
    const options = {
      url: login.url,
      applicationName: 'test',
      role: 'ingress' as const,
      onExcess: (message: string) => void reported.push(message),
    };
    const message =
      `The login ${login.name} has more rights than engine_ingress: ${reason}. ` +
      'Give this process its own login: set INGRESS_DATABASE_URL for npm run migrate, which creates it';
    {
      await using elsewhere = openPool(options);
      await Promise.all([1, 2, 3].map(() => elsewhere.pool.query('select pg_sleep(0.05) from migrations')));
      expect(reported).toEqual([message]);
      expect(await checkDatabase(elsewhere.pool, 'ingress')).toBe('ok');
      expect(await checkDatabase(elsewhere.pool, 'ingress', true)).toBe(message);
    }
    await using production = openPool({ ...options, refusesExcess: true });
    const refusal = await production.pool.query('select').then(
      () => null,
      (error: Error) => error,
    );
    expect(refusal?.message).toBe(message);
    expect(isDatabaseUnavailable(refusal)).toBe(true);
    expect(await checkDatabase(production.pool, 'ingress', true)).toBe(message);
    await using mapped = openDatabase({ ...options, refusesExcess: true });
    await expect(mapped.orm.em.execute('select 1')).rejects.toThrow(message);
    expect(reported).toEqual([message, message, message]);
  });

  it('cannot become the login of a process', async () => {
    const { name } = await createLogin(excess.filter((sql) => !sql.startsWith('grant engine_')));
    const logins = [{ role: 'ingress', name, password: 'y' }] as const;
    // The migration revokes a role of another process. It cannot revoke other rights.
    const outcome = await migrate(database.url, { logins }).then(
      () => 'corrected',
      (error: Error) => error.message,
    );
    const refusal = `The login ${name} has more rights than engine_ingress: ${reason}. Use another login`;
    expect(outcome).toBe(reason.includes('engine_') ? 'corrected' : refusal);
  });
});

it('no two processes can share a login or use that of the owner', async () => {
  const owner = new URL(database.url).username;
  const { name } = await createLogin([]);
  const as = (role: 'ingress' | 'worker', login: string) => ({ role, name: login, password: 'x' });
  await expect(migrate(database.url, { logins: [as('ingress', owner)] })).rejects.toThrow(
    `${owner} owns the tables, so no process may use its login`,
  );
  await expect(migrate(database.url, { logins: [as('ingress', name), as('worker', name)] })).rejects.toThrow(
    'Each kind of process must have its own login',
  );
});

describe('a process with the owner’s login', () => {
  const openSettings = async () => ({
    DATABASE_URL: database.url,
    REDIS_URL: await takeRedisDatabase(),
    PORT: '0',
    WORKER_QUEUES: 'batches',
  });
  const production = {
    VERIFACTU_ENVIRONMENT: 'production',
    VERIFACTU_PRODUCER_NAME: 'Productora Real SL',
    VERIFACTU_PRODUCER_NIF: 'B99286320',
  };

  it.each(everyNth(2, ['ingress', 'worker'] as const))(
    'works outside production and logs one warning: %s',
    async (kind) => {
      await using started = await startProcess(kind, await openSettings());
      const lines = started.output().split('\n');
      expect(lines.filter((line) => line.includes('has more rights than'))).toEqual([
        expect.stringMatching(new RegExp(`"level":"warn".*engine_${kind}: it is a superuser`)),
      ]);
    },
  );

  it.each(everyNth(2, ['ingress', 'worker'] as const))(
    'does nothing in production and reports the reason: %s',
    async (kind) => {
      const settings = { ...(await openSettings()), ...production };
      await using started = await startProcess(kind, settings, { untilReady: false });
      await eventually(async () => (await fetch(`${started.opsUrl}/readyz`).catch(() => null)) !== null, {
        within: 20_000,
        what: 'the operations port',
      });
      const ready = await fetch(`${started.opsUrl}/readyz`);
      expect(ready.status).toBe(503);
      expect(await ready.json()).toMatchObject({
        checks: {
          database: expect.stringContaining(`has more rights than engine_${kind}: it is a superuser`),
        },
      });
      expect(started.output()).toMatch(new RegExp(`"level":"error".*engine_${kind}: it is a superuser`));
    },
  );
});
