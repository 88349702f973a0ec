import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildModules, readModules, writeModules } from '../../../ops/schema/statements/build-modules.ts';
import { readCatalog } from '../../../ops/schema/statements/catalog.ts';
import { describeStatement } from '../../../ops/schema/statements/describe-statement.ts';
import { readAnnotations } from '../../../ops/schema/statements/read-annotations.ts';
import { columnType, COLUMN_TYPE_NAMES } from '../../../ops/schema/statements/typescript-types.ts';
import { writeModule } from '../../../ops/schema/statements/write-module.ts';
import { openPool } from '../../../src/platform/postgres/database.ts';
import { query, splitStatements } from '../../../src/platform/postgres/statement.ts';
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

describe('a file of SQL statements', () => {
  it('has its include lines replaced by fragments', () => {
    const file = '-- fragment: a\nfrom x\n-- name: one\nselect 1\n  -- include: a\n-- name: two\nselect 2\n';
    expect([...splitStatements(file)]).toEqual([
      ['one', '-- name: one\nselect 1\nfrom x'],
      ['two', '-- name: two\nselect 2'],
    ]);
  });

  it('yields statements without a name if they are marked as unprepared', async () => {
    const { listMigrations } = await import('../../../src/operate/backup/backup.sql.ts');
    expect(listMigrations()).not.toHaveProperty('name');
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

  it('follow columns through subqueries, common table expressions and unions', async () => {
    const found = await rowOf(`
      -- params: names, codes[?]
      with recursive up as (
        select o.id, o.name, o.outside_reason::text from organizations o
        union all
        select u.id, u.name, null from up u
      ), listed as (select n.name, n.code, n.place from unnest($1::text[], $2::int[]) with ordinality as n (name, code, place))
      select up.id::float8 as id, up.name, up.outside_reason as reason, l.name as given, l.code, l.place::int as place, s.total
      from up join listed l on l.name = up.name, (select count(*)::int as total from batches) s`);
    expect(found).toEqual({
      id: 'number',
      name: 'string',
      reason: 'string | null',
      given: 'string',
      code: 'number | null',
      place: 'number',
      total: 'number',
    });
  });

  it('list the texts that a constraint or the statement itself allows', async () => {
    const found = await rowOf(`
      select b.status, r.kind, case when b.id > 5 then 'late' else 'early' end as "when", case when b.id > 5 then 'x' end as mark
      from batches b left join registration_records r on r.chain_id = b.id`);
    expect(found).toEqual({
      status: `'received' | 'processing' | 'processed' | 'processed_with_errors' | 'failed'`,
      kind: `'alta' | 'anulacion' | null`,
      when: `'late' | 'early'`,
      mark: `'x' | null`,
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

  it('describe JSON that the statement builds', async () => {
    const found = await rowOf(`
      select json_build_object('id', o.id, 'name', o.name, 'isPaused', o.paused_at is not null, 'reason', o.outside_reason) as one,
             array(select json_build_object('status', b.status) from batches b) as list,
             case when o.verifactu then json_build_object('kind', 'x') end as some
      from organizations o`);
    expect(found).toEqual({
      one: '{ readonly id: number; readonly name: string; readonly isPaused: boolean; readonly reason: string | null }',
      list: `readonly { readonly status: 'received' | 'processing' | 'processed' | 'processed_with_errors' | 'failed' }[]`,
      some: `{ readonly kind: 'x' } | null`,
    });
  });

  it('name the parameters and include null for those that may be null or have null items', async () => {
    const { parameters } = await describeTypes(`
      -- params: id, until?, codes[?]
      select from batches where id = $1 and received_at < $2 and invoices_count = any ($3::int[])`);
    expect(parameters).toEqual([
      'id: number | bigint',
      'until: Date | null',
      'codes: readonly (number | null)[] | EncodedArray<number | null>',
    ]);
  });

  it('include the types that comments declare', async () => {
    const module = await generate(`
-- name: tried
-- type: profile IssuerProfile from src/contracts/invoice-document.ts
-- not null: name
select p.profile, p.profile ->> 'name' as name from issuer_profiles p`);
    expect(module).toMatch(
      /^import \{ type IssuerProfile \} from '\.\.\/contracts\/invoice-document\.ts';$/m,
    );
    expect(module).toContain('readonly profile: IssuerProfile;');
    expect(module).toContain('readonly name: string;');
  });
});

describe('a statement that the generator cannot use', () => {
  it.each([
    [
      'names an unknown column',
      '-- name: a\nselect nothing from batches',
      'src/x/tried.sql, a is refused by the database: column "nothing" does not exist',
    ],
    [
      'declares too few parameters',
      '-- name: a\nselect from batches where id = $1',
      'has 1 parameters and its comments name 0',
    ],
    [
      'describes a column that it does not return',
      '-- name: a\n-- not null: x\nselect 1 as y',
      'returns no column x',
    ],
    [
      'declares what the statement already shows',
      '-- name: a\n-- not null: y\nselect 1 as y',
      'take y out of "-- not null:"',
    ],
    [
      'returns a type without a counterpart',
      `-- name: a\nselect point '(1,2)' as y`,
      'cast it in the statement',
    ],
    ['has the name of another', '-- name: a\nselect\n-- name: a\nselect', 'has a duplicate or invalid name'],
    ['includes an unknown fragment', '-- name: a\n-- include: b\nselect', '-- include: b names no fragment'],
    ['has no name', 'select', 'has no statement'],
    [
      'declares a parameter in another form',
      '-- name: a\n-- params: A B\nselect $1::int as y',
      'the parameter "A B" is not "name"',
    ],
    [
      'declares a type in another form',
      '-- name: a\n-- type: y\nselect 1 as y',
      'is not "type: <column> <Type> from <path>"',
    ],
  ])('is refused with its place and the remedy: it %s', async (_what, text, message) => {
    await expect(generate(text)).rejects.toThrow(message);
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
