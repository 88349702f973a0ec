import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PoolOwner, openPool } from '../../../../src/platform/postgres/database.ts';
import { postBatch } from '../../../support/engine.ts';
import {
  codeOf,
  type FilledApi,
  INSUFFICIENT_PRIVILEGE,
  openFilledApi,
} from '../../../support/every-table.ts';
import { everyNth } from '../../../support/long.ts';

/*
 * The dashboard's login must not be able to hold a lock for which the API, issuing or sending would
 * wait, because such a lock stops them without a trace.
 */
const ROW_LOCKS = ['for update', 'for no key update', 'for share', 'for key share'];
const TABLE_LOCKS = [
  'access share',
  'row share',
  'row exclusive',
  'share update exclusive',
  'share',
  'share row exclusive',
  'exclusive',
  'access exclusive',
];

let filled: FilledApi;
let dashboard: PoolOwner;
let tables: string[];
beforeAll(async () => {
  filled = await openFilledApi();
  const { pool, urlOf } = filled.api.database;
  dashboard = openPool({ url: urlOf('dashboard'), applicationName: 'test', role: 'dashboard' });
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`,
  );
  tables = rows.map(({ name }) => name);
});
afterAll(async () => {
  await dashboard[Symbol.asyncDispose]();
  await filled[Symbol.asyncDispose]();
});

describe('the login of the dashboard', () => {
  it.each(everyNth(2, ROW_LOCKS))('cannot lock a row of any table: %s', async (strength) => {
    expect(tables.length).toBeGreaterThan(25);
    for (const table of tables)
      for (const sql of [
        `select from ${table} ${strength}`,
        `select from ${table} limit 1 ${strength} skip locked`,
        `select from (select from ${table} ${strength}) x`,
      ])
        expect({ sql, code: await codeOf(dashboard.pool, sql) }).toEqual({
          sql,
          code: INSUFFICIENT_PRIVILEGE,
        });
  });

  it.each(everyNth(3, TABLE_LOCKS))('cannot lock a table in %s mode', async (mode) => {
    for (const table of tables) {
      const sql = `lock table ${table} in ${mode} mode nowait`;
      const client = await dashboard.pool.connect();
      await client.query('begin');
      const code = await client.query(sql).then(
        () => 'accepted',
        (error: { code?: string }) => error.code,
      );
      await client.query('rollback');
      client.release();
      expect({ sql, code }).toEqual({ sql, code: INSUFFICIENT_PRIVILEGE });
    }
  });

  it('does not block the API or issuing with an open transaction that has read every table, recorded an act and ordered a correction', async () => {
    const client: PoolClient = await dashboard.pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ column: string; table: string }>(
        `select distinct on (table_name) table_name as table, column_name as column from information_schema.column_privileges
         where table_schema = 'public' and privilege_type = 'SELECT' and grantee = 'engine_dashboard'`,
      );
      expect(rows.length).toBeGreaterThan(15);
      for (const { table, column } of rows) await client.query(`select ${column} from ${table}`);
      const { id } = filled.own;
      const invoice = filled.batches.get(id)! * 1000 + 1;
      await client.query(
        `select record_dashboard_act(null, 'operator', 'x', 'x', 'queue.pause', ${id}, 1, '{}'),
                order_correction(null, 'operator', 'x', 'x', ${invoice}, 'annul', false)`,
      );
      await postBatch(filled.api, filled.own, 2, 'WHILE');
      const { pool } = filled.api.database;
      const owner = await pool.connect();
      await owner.query('begin');
      for (const sql of [
        'select from chains for update nowait',
        'select from remissions for update nowait',
        'select from submissions for update nowait',
        'select from organizations for no key update nowait',
      ])
        await owner.query(sql);
      await owner.query('rollback');
      owner.release();
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
