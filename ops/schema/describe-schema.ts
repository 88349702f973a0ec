import type { Pool } from 'pg';

/*
 * The schema as text, from PostgreSQL's own catalogs: what a reviewer sees change when a migration changes it.
 */
const QUERIES = {
  columns: `
    select format('%s.%s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                  case when a.attnotnull then ' not null' else '' end,
                  coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')) as line
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`,
  constraints: `
    select format('%s %s: %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    order by conrelid::regclass::text, conname`,
  indexes: `select indexdef as line from pg_indexes where schemaname = 'public' order by tablename, indexname`,
  triggers: `
    select pg_get_triggerdef(oid) as line from pg_trigger
    where not tgisinternal order by tgrelid::regclass::text, tgname`,
  functions: `
    select pg_get_functiondef(oid) as line from pg_proc
    where pronamespace = 'public'::regnamespace order by proname`,
};

/** Describes the schema of a database, one section per kind of object, in a fixed order. */
export async function describeSchema(pool: Pool): Promise<string> {
  const sections: string[] = [];
  for (const [name, query] of Object.entries(QUERIES)) {
    const { rows } = await pool.query<{ line: string }>(query);
    sections.push([`-- ${name}`, ...rows.map(({ line }) => line.trimEnd())].join('\n'));
  }
  return `${sections.join('\n\n')}\n`;
}
