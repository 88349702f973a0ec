import { readdirSync, readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '../../../../src/platform/postgres/database.ts';
import { openTestApi, type TestApi } from '../../../support/api.ts';
import { codeOf, INSUFFICIENT_PRIVILEGE, listTables } from '../../../support/every-table.ts';
import { everyNth } from '../../../support/long.ts';

/* No process has more rights on the database than its work needs. */
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const readColumn = async (sql: string): Promise<string[]> =>
  (await api.database.pool.query<{ name: string }>(sql)).rows.map(({ name }) => name);

describe('every function that a statement calls', () => {
  it('can be executed only by the roles that call it, not by public', async () => {
    const everybodys = await readColumn(
      `select oid::regprocedure::text as name from pg_proc
       where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
         and has_function_privilege('public', oid, 'execute')`,
    );
    expect(everybodys).toEqual([]);
  });
});

describe('every table with rows of organizations', () => {
  it('has row-level security', async () => {
    const open = await readColumn(
      `select relname as name from pg_class
       where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'partitions'::regnamespace) and not relrowsecurity
       order by relname`,
    );
    expect(open).toEqual([
      'database_identities',
      'installations',
      'migrations',
      'months',
      'processes',
      'responsible_declarations',
      'sealing_keys',
      'skipped_ids',
    ]);
  });

  it('has a column with its organization', async () => {
    for (const { table, column } of await listTables(api.database.pool)) {
      const columns = await readColumn(
        `select attname as name from pg_attribute where attrelid = '${table}'::regclass and attnum > 0`,
      );
      expect(columns).toContain(column);
    }
  });

  it('is used by no statement of the product that needs the owner', () => {
    const folder = new URL('../../../../src/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.sql'),
    );
    const texts = files.map((file) => readFileSync(new URL(file, folder), 'utf8'));
    expect(texts.join('\n').length).toBeGreaterThan(50_000);
    // Ignores comments and quoted texts. Migrations run some statements that a query returns as text.
    const code = texts.map((text) => text.replaceAll(/--.*$|'[^']*'/gm, ''));
    expect(code.filter((text) => /\b(alter|truncate|drop|grant|reset|set role)\b/i.test(text))).toEqual([]);
  });
});

describe.each(everyNth(3, ['ingress', 'worker', 'operator', 'dashboard', 'retention'] as const))(
  'the role of a process: %s',
  (role) => {
    let pool: Pool;
    const resources = new AsyncDisposableStack();
    beforeAll(async () => {
      const database = openPool({ url: api.database.url, applicationName: 'test', role });
      pool = resources.use(database).pool;
    });
    afterAll(() => resources.disposeAsync());

    it('cannot change the schema, truncate a table or disable a guard', async () => {
      // Uses one connection, because a pool replaces each connection on which a statement failed.
      const client = await pool.connect();
      for (const { table } of await listTables(api.database.pool)) {
        for (const sql of [
          `alter table ${table} add column x int`,
          `alter table ${table} disable row level security`,
          `alter table ${table} disable trigger all`,
          `truncate ${table}`,
          `drop table ${table}`,
          `create policy x on ${table} using (true)`,
        ]) {
          expect({ sql, code: await codeOf(client, sql) }).toEqual({ sql, code: INSUFFICIENT_PRIVILEGE });
        }
      }
      const { rows: triggers } = await api.database.pool.query<{ drop: string }>(
        `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop from pg_trigger where not tgisinternal`,
      );
      expect(triggers.length).toBeGreaterThan(20);
      for (const { drop } of triggers)
        expect({ drop, code: await codeOf(client, drop) }).toEqual({ drop, code: INSUFFICIENT_PRIVILEGE });
      for (const sql of [
        'create table x ()',
        'create schema x',
        'create role x',
        `set role engine_owner_x`,
      ]) {
        expect({ sql, code: await codeOf(client, sql) }).not.toEqual({ sql, code: 'accepted' });
      }
      client.release();
    });

    it('can delete only expired rows, and only as a worker or for retention', async () => {
      for (const { table } of await listTables(api.database.pool)) {
        const cleaned: Partial<Record<string, string[]>> = {
          worker: [
            'sessions',
            'idempotency_records',
            'previews',
            'signing_refusals',
            'webhook_events',
            'webhook_deliveries',
          ],
          retention: ['sessions'],
        };
        const isCleaned = cleaned[role]?.includes(table) ?? false;
        expect({ table, code: await codeOf(pool, `delete from ${table} where false`) }).toEqual({
          table,
          // The guard requires the act of retention.
          code: !isCleaned ? INSUFFICIENT_PRIVILEGE : role === 'retention' ? '23001' : 'accepted',
        });
      }
    });

    it('is not a superuser, cannot log in and cannot bypass row-level security', async () => {
      const { rows } = await api.database.pool.query(
        'select rolsuper, rolcanlogin, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = $1',
        [`engine_${role}`],
      );
      expect(rows).toEqual([
        {
          rolsuper: false,
          rolcanlogin: false,
          rolbypassrls: false,
          rolcreaterole: false,
          rolcreatedb: false,
        },
      ]);
    });
  },
);

it('accepted and issued data cannot be changed with the rights of a worker, even without the guards', async () => {
  for (const [table, column] of [
    ['batches', 'external_batch_id'],
    ['batches', 'organization_id'],
    ['batch_bodies', 'body'],
    ['batch_invoices', 'invoice_number'],
    ['issued_invoices', 'total'],
    ['registration_records', 'hash'],
    ['pdfs', 'pages'],
    ['render_batches', 'content'],
    ['chains', 'issuer_nif'],
    ['submissions', 'request'],
    ['record_answers', 'state'],
    ['organizations', 'name'],
    ['certificates', 'sealed_pkcs12'],
  ]) {
    const sql = `update ${table} set ${column} = ${column}`;
    expect({ sql, code: await codeOf(api.workers.pool, sql) }).toEqual({ sql, code: INSUFFICIENT_PRIVILEGE });
  }
  expect(await codeOf(api.workers.pool, 'select token_hash from sessions')).toBe(INSUFFICIENT_PRIVILEGE);
  expect(await codeOf(api.workers.pool, 'select key_hash from api_keys')).toBe(INSUFFICIENT_PRIVILEGE);
});
