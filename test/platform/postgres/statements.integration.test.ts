import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildModules, readModules, writeModules } from '../../../ops/schema/statements/build-modules.ts';
import { readCatalog } from '../../../ops/schema/statements/catalog.ts';
import { describeStatement } from '../../../ops/schema/statements/describe-statement.ts';
import { readAnnotations } from '../../../ops/schema/statements/read-annotations.ts';
import { columnType, COLUMN_TYPE_NAMES } from '../../../ops/schema/statements/typescript-types.ts';
import { writeModule } from '../../../ops/schema/statements/write-module.ts';
import { openPool } from '../../../src/platform/postgres/database.ts';
import { query } from '../../../src/platform/postgres/statement.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Generates the module of statements. */
async function generate(text: string): Promise<string> {
  const client: PoolClient = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local check_function_bodies = off');
    const catalog = await readCatalog(client);
    const described = [];
    for (const statement of readAnnotations('src/x/tried.sql', text))
      described.push(
        await describeStatement(client, catalog, `src/x/tried.sql, ${statement.name}`, statement),
      );
    return writeModule('src/x/tried.sql', described);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Returns the generated types of a statement's columns and parameters. */
async function describeTypes(
  statement: string,
): Promise<{ row: Record<string, string>; parameters: string[] }> {
  const module = await generate(`-- name: tried\n${statement.trim().replaceAll(/^ +/gm, '')}`);
  return {
    row: Object.fromEntries(
      [...module.matchAll(/^ {2}readonly (\S+): (.*);$/gm)].map(([, name, type]) => [name, type]),
    ),
    parameters: [...module.matchAll(/^ {2}(\w+: .*),$/gm)].map(([, parameter]) => parameter!),
  };
}

const rowOf = async (statement: string) => (await describeTypes(statement)).row;

describe('the generated modules of SQL statements', () => {
  it('match the statements and the database', async () => {
    const modules = await buildModules(database.pool);
    if (process.env['UPDATE_GOLDEN']) writeModules(modules);
    const found = new Map(readModules().map(({ file, text }) => [file, text]));
    const differing = modules.filter(({ file, text }) => found.get(file) !== text).map(({ file }) => file);
    const abandoned = [...found.keys()].filter((file) => !modules.some((module) => module.file === file));
    expect({ differing, abandoned }, 'Run `npm run sql:generate` and commit what it writes').toEqual({
      differing: [],
      abandoned: [],
    });
  });

  it('return a new object for each call, with the name of a prepared statement', async () => {
    const { claimEndpoint } = await import('../../../src/notify/statements/webhooks.sql.ts');
    const values = [1, new Date(0), new Date(1)] as const;
    const [one, other] = [claimEndpoint(...values), claimEndpoint(...values)];
    expect(one).toMatchObject({ name: 'claimEndpoint', values });
    expect(one).not.toBe(other);
    expect((await query(database.pool, one)).rows).toEqual([]);
  });
});

describe('the generated types of a statement', () => {
  it('match the values of the driver for every type', async () => {
    await using product = openPool({ url: database.url, applicationName: 'test' });
    for (const type of COLUMN_TYPE_NAMES) {
      const text = `select $1::${type} as one, array[$1::${type}] as list`;
      const { rows } = await product.pool.query<{ one: unknown; list: unknown[] }>(text, [
        SAMPLES[type] ?? '1',
      ]);
      expect({ type, is: nameType(rows[0]!.one) }).toEqual({ type, is: columnType(type, false) });
      const list = columnType(`${type}[]`, false);
      const given = list === undefined ? undefined : `readonly ${nameType(rows[0]!.list[0])}[]`;
      expect({ type, list: given }).toEqual({ type, list });
    }
    const { rows } = await product.pool.query<{ nothing: unknown }>('select pg_sleep(0) as nothing');
    expect(nameType(rows[0]!.nothing)).toBe(columnType('void', false));
  });

  it('include null for nullable columns and for the outer side of a join', async () => {
    const found = await rowOf(`
      select b.id::float8 as id, b.processed_at::text as "processedAt", o.name, o.paused_at is null as "isOpen"
      from batches b left join organizations o on o.id = b.organization_id`);
    expect(found).toEqual({
      id: 'number',
      processedAt: 'string | null',
      name: 'string | null',
      isOpen: 'boolean',
    });
  });

  it('exclude null if a condition does, except in rows that the statement changes', async () => {
    const where = 'where paused_at is not null';
    expect(
      await rowOf(`select b.processed_at::text as inner, c.processed_at::text as outer
        from organizations o join batches b on b.processed_at > o.paused_at left join batches c on c.processed_at > o.paused_at`),
    ).toEqual({ inner: 'string', outer: 'string | null' });
    expect(await rowOf(`select paused_at::text as at from organizations ${where}`)).toEqual({ at: 'string' });
    expect(
      await rowOf(`update organizations set paused_at = null ${where} returning paused_at::text as at`),
    ).toEqual({
      at: 'string | null',
    });
  });

  it('include null for an aggregate over no rows and a missing member, but not for a count', async () => {
    const found = await rowOf(`
      select max(o.id)::float8 as newest, count(*)::int as count, array(select b.status from batches b) as statuses,
             (select b.id::float8 from batches b limit 1) as some, coalesce(sum(o.id), 0)::float8 as sum,
             (select p.profile ->> 'name' from issuer_profiles p limit 1) as member
      from organizations o`);
    expect(found).toEqual({
      newest: 'number | null',
      count: 'number',
      statuses: 'readonly string[]',
      some: 'number | null',
      sum: 'number',
      member: 'string | null',
    });
  });
});

/** A valid text of each type for which "1" is not valid. */
const SAMPLES: Readonly<Record<string, string>> = {
  boolean: 'true',
  bytea: '\\x00',
  date: '2026-11-21',
  interval: '1 day',
  inet: '127.0.0.1',
  json: '{}',
  jsonb: '{}',
  pg_lsn: '0/1',
  regclass: 'batches',
  uuid: '00000000-0000-4000-8000-000000000000',
  'timestamp without time zone': '2026-11-21 00:00:00',
  'timestamp with time zone': '2026-11-21 00:00:00',
};

function nameType(value: unknown): string {
  if (value instanceof Buffer) return 'Buffer';
  return typeof value === 'object' ? 'unknown' : typeof value;
}
