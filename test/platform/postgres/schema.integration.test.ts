import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import { describeSchema } from '../../../src/platform/postgres/schema/describe-schema.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

describe('the database schema', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it('matches the row definitions after the migrations', async () => {
    const changes = await database.orm.schema.getUpdateSchemaSQL({ wrap: false });
    // The row definitions do not contain triggers, functions and policies. The schema text in the
    // next test does.
    const known =
      /^(drop (trigger|function|policy) .*|alter table \S+ (disable|no force) row level security;|drop table .*"migrations".*)?$/;
    const ofTables = changes.split('\n').filter((line) => !known.test(line));
    expect(ofTables).toEqual([]);
  });

  it('equals the committed src/generated/schema.txt', async () => {
    const file = new URL('../../../src/generated/schema.txt', import.meta.url);
    const found = await describeSchema(database.pool);
    if (process.env['UPDATE_GOLDEN']) writeFileSync(file, found);
    expect(found).toBe(readFileSync(file, 'utf8'));
  });

  it('has no unlogged sequence, which a promoted standby could not read', async () => {
    const { rows } = await database.pool.query(
      `select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace and relpersistence <> 'p'`,
    );
    expect(rows).toEqual([]);
  });

  it('does not change when several processes migrate it again at the same time', async () => {
    const applied = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(applied).toEqual([[], [], []]);
  });

  it('has its not valid constraints validated after the transaction of the migration', async () => {
    await database.pool.query(
      `alter table organizations add constraint added_later check (name <> 'refused') not valid`,
    );
    try {
      await migrate(database.url);
      const { rows } = await database.pool.query(
        `select convalidated from pg_constraint where conname = 'added_later'`,
      );
      expect(rows).toEqual([{ convalidated: true }]);
    } finally {
      await database.pool.query('alter table organizations drop constraint added_later');
    }
  });
});
