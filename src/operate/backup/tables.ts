import type { Connection } from '../../platform/postgres/database.ts';

/** What a database says of itself: made by its migrations, not restored. */
const OWN = ['migrations', 'skipped_ids'];

/** The tables of a database, each after those that it refers to. */
export async function listTables(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string; parents: string[] }>(
    `select c.relname as name,
            array(select distinct p.relname::text from pg_constraint k join pg_class p on p.oid = k.confrelid
                  where k.conrelid = c.oid and k.contype = 'f' and p.oid <> c.oid) as parents
     from pg_class c
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> all ($1)
     order by c.relname`,
    [OWN],
  );
  const ordered: string[] = [];
  while (ordered.length < rows.length) {
    const next = rows.find(
      ({ name, parents }) => !ordered.includes(name) && parents.every((parent) => ordered.includes(parent)),
    );
    if (!next) throw new Error('tables refer to each other in a circle');
    ordered.push(next.name);
  }
  return ordered;
}

/** @throws where row-level security may keep rows of a table back: what is made of the others would look whole. */
export async function refuseHiddenRows(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and row_security_active(c.oid)
       and (not exists (select from pg_policy p
                        where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('*', 'r')
                          and pg_get_expr(p.polqual, p.polrelid) = 'true'
                          and exists (select from unnest(p.polroles) r where r = 0 or pg_has_role(r, 'usage')))
            or exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive and p.polcmd in ('r', '*')))`,
  );
  if (rows.length > 0)
    throw new Error(`Row-level security keeps rows of ${rows.map(({ name }) => name).join(', ')} back`);
}

/** Sequences with the last value that each gave out. */
export async function listSequences(connection: Connection): Promise<Record<string, number>> {
  const { rows } = await connection.query<{ name: string; last: number }>(
    `select sequencename as name, coalesce(last_value, 0)::float8 as last from pg_sequences
     where schemaname = 'public' and sequencename not like 'migrations%' order by sequencename`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** The migrations that a database is at. */
export async function listMigrations(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}
