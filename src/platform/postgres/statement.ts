import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';

/*
 * Statements are written in SQL files, one per folder, each below a line `-- name: <name>` (ops/adr/0052). The module beside such a file is generated: it
 * gives every statement the types of its parameters and of its rows, as the database knows them.
 */

/** Exists only for the compiler: the type of a statement's rows. */
declare const ROW: unique symbol;

/** What gives rows of a type. */
export type TypedRows<R> = { readonly [ROW]?: R };

/**
 * A statement with its values, to be sent once. `name` makes it a prepared statement, which is parsed and planned once per connection.
 * A pool of `pg` writes its callback into the object that it is given, so nobody may send one twice.
 */
export type BoundStatement<R extends QueryResultRow> = TypedRows<R> & {
  /** Absent where the statement is planned each time. */
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
};

/** A statement: it takes the values of its parameters, in their order, and gives a new object to send. */
export type Statement<P extends readonly unknown[], R extends QueryResultRow> = (
  ...values: P
) => BoundStatement<R>;

/** A row of a statement that gives none, or whose rows have no columns. */
export type NoColumns = Record<string, never>;

/** An array parameter that is encoded already (binary-array.ts), as PostgreSQL's binary form of items of type `T`. */
export type EncodedArray<T> = Buffer & { readonly [ITEM]?: T };
declare const ITEM: unique symbol;

/** Sends a statement on a connection, or on any of a pool. @returns the answer, with rows of the type that the database gives. */
export function query<R extends QueryResultRow>(
  connection: Pick<Pool, 'query'> | Pick<PoolClient, 'query'>,
  statement: BoundStatement<R>,
): Promise<QueryResult<R>> {
  return connection.query<R>(statement);
}

/** Says that a statement is asked once per connection, so that nothing is gained by keeping its plan there. */
const UNPREPARED = /^-- unprepared$/m;
const HEAD = /^-- (name|fragment): (\w+)$/gm;
const INCLUDE = /^[ \t]*-- include: (\w+)$/gm;

/**
 * Splits a file into its statements, which begin with a line `-- name: <name>` each. A part that begins with `-- fragment: <name>` is no statement: its text stands for
 * each line `-- include: <name>`.
 * @returns the statements with their comments, by their names; what stands before the first name is left out.
 * @throws where a fragment is not in the file.
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
 * Reads the statements of the file beside a generated module: of `webhooks.sql.ts` those of `webhooks.sql`.
 * @param module the module's `import.meta.url`.
 * @returns what gives a statement by its name; that throws when it is asked and the file has no statement of that name.
 */
export function readStatements(
  module: string,
): <P extends readonly unknown[], R extends QueryResultRow>(name: string) => Statement<P, R> {
  const file = fileURLToPath(module).replace(/\.ts$/, '');
  const content = readFileSync(file, 'utf8');
  let texts: Map<string, string> | undefined;
  // Looked for when it is asked: what generates the modules loads some of them, and must not fail where one is behind its file.
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
