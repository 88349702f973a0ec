import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';

/*
 * Statements are written in SQL files, one per folder. Each statement follows a line
 * `-- name: <name>` (ops/adr/0052). The module beside such a file is generated: it gives every
 * statement the types of its parameters and rows, as the database reports them.
 */

/** Exists only for the compiler: the type of a statement's rows. */
declare const ROW: unique symbol;

/** An object that carries the type of its rows. */
export type TypedRows<R> = { readonly [ROW]?: R };

/**
 * A statement with its values, to be sent once. `name` makes it a prepared statement, which is
 * parsed and planned once per connection. A pool of `pg` writes its callback into the object, so
 * the same object must not be sent twice.
 */
export type BoundStatement<R extends QueryResultRow> = TypedRows<R> & {
  /** Absent if the statement is planned each time. */
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
};

/** A statement. It takes the values of its parameters in order and returns a new object to send. */
export type Statement<P extends readonly unknown[], R extends QueryResultRow> = (
  ...values: P
) => BoundStatement<R>;

/** The row type of a statement that returns no rows or rows without columns. */
export type NoColumns = Record<string, never>;

/**
 * An array parameter that is already encoded (binary-array.ts) in PostgreSQL's binary format, with
 * items of type `T`.
 */
export type EncodedArray<T> = Buffer & { readonly [ITEM]?: T };
declare const ITEM: unique symbol;

/**
 * Sends a statement on a connection, or on any connection of a pool.
 * @returns the result, with rows of the type that the database reports.
 */
export function query<R extends QueryResultRow>(
  connection: Pick<Pool, 'query'> | Pick<PoolClient, 'query'>,
  statement: BoundStatement<R>,
): Promise<QueryResult<R>> {
  return connection.query<R>(statement);
}

/** Runs a statement: in a transaction, as a worker or an operator, or in the scope of an organization. */
export type Ask = <R extends QueryResultRow>(statement: BoundStatement<R>) => Promise<QueryResult<R>>;

/** Marks a statement that runs only once per connection, for which a stored plan gains nothing. */
const UNPREPARED = /^-- unprepared$/m;
const HEAD = /^-- (name|fragment): (\w+)$/gm;
const INCLUDE = /^[ \t]*-- include: (\w+)$/gm;

/**
 * Splits a file into its statements, each of which begins with a line `-- name: <name>`. A part
 * that begins with `-- fragment: <name>` is not a statement: its text replaces each line
 * `-- include: <name>`.
 * @returns the statements with their comments, by name. Text before the first name is ignored.
 * @throws if the file does not contain an included fragment.
 */
export function splitStatements(file: string): Map<string, string> {
  const heads = [...file.matchAll(HEAD)];
  const parts = heads.map(({ 0: line, 1: kind, 2: name, index }, at) => ({
    kind,
    name: name!,
    text: file.slice(kind === 'name' ? index : index + line.length + 1, heads[at + 1]?.index).trimEnd(),
  }));
  const fragments = new Map(parts.flatMap(({ kind, name, text }) => (kind === 'name' ? [] : [[name, text]])));
  const include = (_line: string, name: string): string => {
    const text = fragments.get(name);
    if (text === undefined) throw new Error(`-- include: ${name} names no fragment of the file`);
    return text.replaceAll(INCLUDE, include);
  };
  return new Map(
    parts.flatMap(({ kind, name, text }) =>
      kind === 'name' ? [[name, text.replaceAll(INCLUDE, include)]] : [],
    ),
  );
}

/**
 * Reads the SQL file beside a generated module; for `webhooks.sql.ts` that is `webhooks.sql`.
 * @param module the module's `import.meta.url`.
 * @returns a function that returns a statement by its name. The statement throws at its first use
 *   if the file does not contain it.
 */
export function readStatements(
  module: string,
): <P extends readonly unknown[], R extends QueryResultRow>(name: string) => Statement<P, R> {
  const file = fileURLToPath(module).replace(/\.ts$/, '');
  const content = readFileSync(file, 'utf8');
  let texts: Map<string, string> | undefined;
  // Statements are looked up at their first use. The generator loads some of these modules and must
  // not fail if one is older than its file.
  const find = (name: string) => {
    const text = (texts ??= splitStatements(content)).get(name);
    if (text === undefined) throw new Error(`${file} has no statement ${name}: run npm run sql:generate`);
    return UNPREPARED.test(text) ? { text } : { name, text };
  };
  return (name) => {
    let statement: ReturnType<typeof find> | undefined;
    return (...values) => ({ ...(statement ??= find(name)), values: [...values] });
  };
}
