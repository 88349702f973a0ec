import type { ClientBase } from 'pg';

/**
 * Facts from PostgreSQL's catalogs about objects that a statement may use, by object identifiers.
 */
export type Catalog = {
  /** The columns that are never null, as `<table> <column number>`. */
  readonly notNullColumns: ReadonlySet<string>;
  /**
   * The only texts that a column may contain according to a check constraint, by
   * `<table> <column number>`.
   */
  readonly literalsOf: ReadonlyMap<string, readonly string[]>;
  /** The names of PostgreSQL's own functions and aggregates. */
  readonly functionNames: ReadonlyMap<string, string>;
};

/** Reads the facts that `describeColumns` needs about a database. */
export async function readCatalog(client: ClientBase): Promise<Catalog> {
  const columns = await client.query<{ place: string }>(
    `select attrelid || ' ' || attnum as place from pg_attribute where attnotnull or attnum < 0`,
  );
  const checks = await client.query<{ place: string; definition: string }>(
    `select conrelid || ' ' || conkey[1] as place, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'c' and cardinality(conkey) = 1 and convalidated`,
  );
  const functions = await client.query<{ oid: string; name: string }>(
    `select oid::text, proname as name from pg_proc where pronamespace = 'pg_catalog'::regnamespace`,
  );
  return {
    notNullColumns: new Set(columns.rows.map(({ place }) => place)),
    literalsOf: new Map(
      checks.rows.flatMap(({ place, definition }) => {
        const literals = readLiterals(definition);
        return literals === null ? [] : [[place, literals] as const];
      }),
    ),
    functionNames: new Map(functions.rows.map(({ oid, name }) => [oid, name])),
  };
}

/**
 * Returns the texts of a constraint `check (column in ('a', 'b'))` in PostgreSQL's notation; null
 * for any other constraint.
 */
function readLiterals(definition: string): string[] | null {
  const [, list] =
    /^CHECK \(\(\(\w+\)::text = ANY \(\(ARRAY\[([^\]]*)\]\)::text\[\]\)\)\)$/.exec(definition) ?? [];
  if (list === undefined) return null;
  return list.split(', ').map((item) => item.replace(/^'(.*)'::character varying$/, '$1'));
}
