import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../../../support/api.ts';
import { codeOf, INSUFFICIENT_PRIVILEGE, listTables } from '../../../support/every-table.ts';

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
    // Ignores comments and quoted texts. Migrations run some statements that a query returns as
    // text.
    const code = texts.map((text) => text.replaceAll(/--.*$|'[^']*'/gm, ''));
    expect(code.filter((text) => /\b(alter|truncate|drop|grant|reset|set role)\b/i.test(text))).toEqual([]);
  });
});

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
