import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FailedStatement } from '../../../migrations/all-migrations.ts';
import { openPool } from '../../../src/platform/postgres/database.ts';
import { explainFailedMigration } from '../../../src/platform/postgres/explain-failed-migration.ts';
import { ENGINE_ROLES } from '../../../src/platform/postgres/logins/process-roles.ts';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

/*
 * A migration that fails says which one and which statement it was, why, and for a missing right
 * what to grant.
 */
/** A migration that was applied, and cannot be applied again. */
const APPLIED = '0017-recipient-profiles';

describe('a failed migration', () => {
  const owner = `engine_test_owner_${randomBytes(6).toString('hex')}`;
  let server: TestDatabase;
  beforeAll(async () => {
    server = await openTestDatabase();
    await server.pool.query(`create role ${owner} login createrole password 'x'`);
    await server.pool.query(`create database ${owner} owner ${owner}`);
  });
  afterAll(async () => {
    await server.pool.query(`drop database ${owner} with (force)`);
    await server.pool.query(`drop owned by ${owner}`);
    await server.pool.query(`drop role ${owner}`);
    await server[Symbol.asyncDispose]();
  });
  const urlOf = (database: string, login: { username?: string; password?: string } = {}) =>
    Object.assign(new URL(server.url), { pathname: `/${database}`, ...login }).href;
  const asOwner = (database: string) => urlOf(database, { username: owner, password: 'x' });
  const explain = async (url: string) => {
    await using database = openPool({ url, applicationName: 'test', maxConnections: 1 });
    const refused = Object.assign(new Error('permission denied for function f'), { code: '42501' });
    const statement = '-- Why.\ngrant execute on function f()\n  to engine_ingress;';
    return (
      (await explainFailedMigration(
        database.pool,
        new FailedStatement('0099-x', statement, refused),
      )) as Error
    ).message.split('\n');
  };

  it('is explained with its statement and the remedy that fits the login', async () => {
    const [what, statement, foreign] = await explain(asOwner(server.name));
    expect([what, statement]).toEqual([
      'The migration 0099-x failed, and nothing was changed: permission denied for function f (SQLSTATE 42501)',
      'The statement: grant execute on function f() to engine_ingress;',
    ]);
    expect(foreign).toContain(`must own the database ${server.name}, which belongs to postgres`);

    // The roles belong to the whole server, where somebody else created them.
    const [, , roles = ''] = await explain(asOwner(owner));
    expect(roles).toContain('must be able to take every role of the engine');
    await server.pool.query(/As a superuser: (grant .*;)$/.exec(roles)![1]!);
    const [, , bug] = await explain(asOwner(owner));
    expect(bug).toContain(`has every right that migrations are meant to need`);

    await using prepared = openPool({ url: urlOf(owner), applicationName: 'test' });
    await prepared.pool.query('create table of_another ()');
    const [, , others = ''] = await explain(asOwner(owner));
    expect(others).toContain(`some belong to postgres`);
    await prepared.pool.query('drop table of_another');
    await server.pool.query(`revoke ${ENGINE_ROLES.join(', ')} from ${owner}`);
  });

  it('names its statement also if it fails for another reason than a right', async () => {
    await server.pool.query('delete from migrations where name = $1', [APPLIED]);
    await expect(migrate(server.url)).rejects.toThrow(
      new RegExp(
        `^The migration ${APPLIED} failed, and nothing was changed: .*already exists \\(SQLSTATE 42P07\\)\nThe statement: create table `,
      ),
    );
    await server.pool.query('insert into migrations (name) values ($1)', [APPLIED]);
  });
});
