import type { Pool } from 'pg';
import { collectMigrations, writeMigrations } from './released-schema.ts';

/*
 * Writes a database as a script of SQL, using PostgreSQL's catalogs. No table or column of the
 * product is named here.
 */

/**
 * The table in which MikroORM records the executed migrations, as its MigrationStorage creates it.
 */
const MIGRATIONS_TABLE =
  'create table "migrations" ("id" serial primary key, "name" varchar(255) not null, "executed_at" timestamptz(6) not null default current_timestamp(6));';

const LIST_TABLES = `
  select c.relname as name,
         (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by c.relname`;

/**
 * Selects the statements that recreate each partition: its bounds, its row-level security and its
 * triggers.
 */
const LIST_PARTITIONS = `
  select format('create table %s partition of %s %s;', c.oid::regclass, i.inhparent::regclass, pg_get_expr(c.relpartbound, c.oid))
         || case when c.relrowsecurity then format(' alter table %s enable row level security;', c.oid::regclass) else '' end
         || case when c.relforcerowsecurity then format(' alter table %s force row level security;', c.oid::regclass) else '' end
         || coalesce((select string_agg(format(' %s;', pg_get_triggerdef(t.oid)), '' order by t.tgname)
                      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal and t.tgparentid = 0), '') as sql
  from pg_inherits i join pg_class c on c.oid = i.inhrelid and c.relkind = 'r'
  order by c.oid::regclass::text`;

const DROP_PARTITIONS = `do $$ declare found regclass; begin
  for found in select i.inhrelid from pg_inherits i join pg_class c on c.oid = i.inhrelid and c.relkind = 'r'
  loop execute format('drop table %s', found); end loop; end $$;`;

const LIST_SEQUENCES = `
  select format('select setval(%L, %s, %L);', format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value), last_value is not null) as sql
  from pg_sequences where schemaname = 'public' order by sequencename`;

export type DumpedTable = { readonly name: string; readonly rows: number };
export type Dump = { readonly sql: string; readonly tables: readonly DumpedTable[] };

/**
 * Writes a whole database as a script for an empty one: the SQL of the migrations, then every row.
 * The script must run as a superuser, because it disables the triggers that check changes of rows.
 * @param pool with the rights of a superuser.
 */
export async function writeDump(pool: Pool): Promise<Dump> {
  const read = async <T extends object>(sql: string) => (await pool.query<T>(sql)).rows;
  const tables = await read<{ name: string; columns: string }>(LIST_TABLES);
  const lines = [MIGRATIONS_TABLE, writeMigrations(collectMigrations())];
  lines.push(`set session_replication_role = 'replica';`, DROP_PARTITIONS);
  lines.push(...(await read<{ sql: string }>(LIST_PARTITIONS)).map(({ sql }) => sql));
  const counted: DumpedTable[] = [];
  for (const { name, columns } of tables) {
    const rows = await read<{ row: string }>(
      `select row_to_json(t)::text as row from "${name}" t order by 1`,
    );
    counted.push({ name, rows: rows.length });
    lines.push(`delete from "${name}";`);
    for (const { row } of rows)
      lines.push(
        `insert into "${name}" (${columns}) select ${columns} from json_populate_record(null::"${name}", ${quote(row)});`,
      );
  }
  lines.push(...(await read<{ sql: string }>(LIST_SEQUENCES)).map(({ sql }) => sql));
  lines.push('reset session_replication_role;');
  return { sql: `${lines.join('\n')}\n`, tables: counted };
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
