import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import { checkDatabase } from '../../../src/platform/postgres/readiness.ts';
import { openDatabase } from '../../../src/platform/postgres/open-database.ts';
import { PROCESS_ROLES } from '../../../src/platform/postgres/logins/process-roles.ts';
import { openTestDatabase, TEST_LOGINS, type TestDatabase } from '../../support/database.ts';
import { runCli } from '../../support/run-cli.ts';

/* Somebody sets a search path, for another program, on the database of the engine. */
describe('a search path that is set on the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.pool.query(`alter database ${database.name} set search_path = pg_catalog`);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it('hides the tables from an ordinary session', async () => {
    await using client = Object.assign(new Client({ connectionString: database.url }), {
      [Symbol.asyncDispose]: () => client.end(),
    });
    await client.connect();
    await expect(client.query('select from batches')).rejects.toMatchObject({ code: '42P01' });
  });

  it.each(PROCESS_ROLES)('hides nothing from the %s', async (role) => {
    await using own = openDatabase({ url: database.urlOf(role), applicationName: 'test', role });
    expect(await checkDatabase(own.pool, role)).toBe('ok');
  });

  it('hides nothing from migrations, commands, and logins behind a pooler, which get no startup parameters', async () => {
    expect(await migrate(database.url, { logins: TEST_LOGINS })).toEqual([]);
    const { code, err } = await runCli('org', ['list'], { DATABASE_URL: database.urlOf('operator') });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    await using client = Object.assign(new Client({ connectionString: database.urlOf('worker') }), {
      [Symbol.asyncDispose]: () => client.end(),
    });
    await client.connect();
    expect((await client.query('select from batches limit 0')).rows).toEqual([]);
  });
});
