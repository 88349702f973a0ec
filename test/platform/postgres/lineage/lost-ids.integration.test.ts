import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPool } from '../../../../src/platform/postgres/database.ts';
import { skipIdsOf } from '../../../../src/platform/postgres/lineage/lost-ids.ts';
import { PROCESS_ROLES, type ProcessRole } from '../../../../src/platform/postgres/logins/process-roles.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/database.ts';

/*
 * Ids that a database may have assigned without a trace, because of a failover, a point-in-time
 * recovery or a restore.
 */

const LEAP = 1_000_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => database.pool.query(`update skipped_ids set identity = 'another one', lost = null`));

const nextIds = async () => {
  const { rows } = await database.pool.query<{ id: number }>(
    `select nextval(format('%I', sequencename)::regclass)::float8 as id from pg_sequences
     where sequencename not like 'migrations%' order by sequencename`,
  );
  return rows.map(({ id }) => id);
};
/** Returns how many ids were skipped. */
const leapOf = async (work: () => Promise<unknown>) => {
  const before = await nextIds();
  await work();
  const after = await nextIds();
  return [...new Set(after.map((id, index) => id - before[index]! - 1))];
};
const connect = async (role: ProcessRole) => {
  await using opened = openPool({ url: database.urlOf(role), applicationName: 'test', role });
  await Promise.all(Array.from({ length: 5 }, () => opened.pool.query('select pg_sleep(0.05)')));
};

describe('a database with a new identity', () => {
  it.each(PROCESS_ROLES.filter((role) => role !== 'reader'))(
    'skips ids before a connection is used, once for all connections: %s',
    async (role) => {
      expect(await leapOf(() => connect(role))).toEqual([LEAP]);
      expect(await leapOf(() => connect(role))).toEqual([0]);
      expect(await leapOf(() => connect('ingress'))).toEqual([0]);
    },
  );

  it('skips no ids for a role that writes nothing, or while it is read-only', async () => {
    expect(await leapOf(() => connect('reader'))).toEqual([0]);
    await database.pool.query(
      `do $$ begin execute format('alter role engine_worker_login in database %I set default_transaction_read_only = on', current_database()); end $$`,
    );
    expect(await leapOf(() => connect('worker'))).toEqual([0]);
  });
});

describe('a loss that another process detected', () => {
  it('skips ids once, and once more for a later loss', async () => {
    await connect('ingress');
    expect(await leapOf(() => skipIdsOf(database.pool, 'one'))).toEqual([LEAP]);
    expect(await leapOf(() => skipIdsOf(database.pool, 'one'))).toEqual([0]);
    expect(await leapOf(() => connect('ingress'))).toEqual([0]);
    expect(await leapOf(() => skipIdsOf(database.pool, 'two'))).toEqual([LEAP]);
  });

  it.each(['ingress', 'dashboard', 'retention', 'operator'] as const)(
    'cannot be recorded by the role %s',
    async (role) => {
      await using opened = openPool({ url: database.urlOf(role), applicationName: 'test', role });
      await expect(skipIdsOf(opened.pool, 'x')).rejects.toMatchObject({ code: '42501' });
    },
  );
});
