import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { withTransaction } from '../../../src/persistence/connection/database.ts';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);
const DUMPS = new URL('../../golden/upgrade/', import.meta.url);

/** What a test needs to know of the data of a dump, which the database does not hold. */
export type DumpFacts = {
  /** Organization → an API key of it with every right. */
  readonly apiKeys: Readonly<Record<string, string>>;
  /** Issued invoice → SHA-256 of its PDF as a client downloaded it. */
  readonly pdfs: Readonly<Record<string, string>>;
  /** When the data were made, ISO 8601. */
  readonly madeAt: string;
};

export type Migration = { readonly name: string; readonly sql: string };

/** A database as a release left it. */
export type Dump = {
  readonly facts: DumpFacts;
  /** In their order, as the release executed them. */
  readonly migrations: readonly Migration[];
  readonly tables: readonly DumpedTable[];
  /** Sequence → the last value that it gave out. */
  readonly sequences: Readonly<Record<string, string>>;
};

/** The rows of a table, each as JSON that PostgreSQL wrote: parsed here, large integers would lose digits. */
type DumpedTable = { readonly name: string; readonly rows: readonly string[] };

/** The migrations of this version of the program. */
export function readMigrations(): Migration[] {
  return readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({
      name: file.slice(0, -'.sql'.length),
      sql: readFileSync(new URL(file, MIGRATIONS), 'utf8'),
    }));
}

/** Takes a dump of a database of this version. */
export async function takeDump(pool: Pool, facts: DumpFacts): Promise<Dump> {
  const { rows: names } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  const tables: DumpedTable[] = [];
  for (const { name } of names) {
    const { rows } = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
    tables.push({ name, rows: rows.map(({ row }) => row) });
  }
  const { rows: sequences } = await pool.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
  return {
    facts,
    migrations: readMigrations(),
    tables,
    sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
  };
}

/** What MikroORM creates before the first migration. */
const CREATE_MIGRATIONS = `create table migrations (
  id serial primary key, name varchar(255) not null, executed_at timestamptz not null default current_timestamp)`;

/** Makes an empty database what the dumped one was: first by the migrations of its release, then with its rows. */
export async function restoreDump(pool: Pool, { migrations, tables, sequences }: Dump): Promise<void> {
  await withTransaction(pool, async (client) => {
    await client.query(CREATE_MIGRATIONS);
    for (const { sql } of migrations) await client.query(sql);
    await client.query(`set local session_replication_role = 'replica'`);
    for (const { name, rows } of tables) {
      const { rows: columns } = await client.query<{ list: string }>(
        `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [name],
      );
      const { list } = columns[0]!;
      await client.query(`delete from ${name}`);
      await client.query(
        `insert into ${name} (${list}) select ${list} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
        [`[${rows.join(',')}]`],
      );
    }
    for (const [name, value] of Object.entries(sequences))
      await client.query('select setval($1::regclass, $2::bigint)', [name, value]);
  });
}

const fileOf = (version: string) => new URL(`${version}.json.gz`, DUMPS);

/** The versions that have a dump, in no order. */
export const listDumps = (): string[] => readdirSync(DUMPS).map((file) => file.replace('.json.gz', ''));

export function readDump(version: string): Dump {
  return JSON.parse(gunzipSync(readFileSync(fileOf(version))).toString('utf8')) as Dump;
}

/** A dump as the bytes of its golden file. */
export const packDump = (dump: Dump): Buffer => gzipSync(JSON.stringify(dump), { level: 9 });

export const locateDump = fileOf;
