import type { ClientBase } from 'pg';
import type { Catalog } from './catalog.ts';
import { describeColumns } from './expression-facts.ts';
import type { Facts } from './facts.ts';
import { listNodes, parseNodeTree } from './node-tree.ts';
import { type AnnotatedStatement, type Parameter, StatementError } from './read-annotations.ts';

/** A statement as described by the database. Types have the names of `format_type`. */
export type DescribedStatement = AnnotatedStatement & {
  readonly parameterTypes: readonly (Parameter & { readonly type: string })[];
  readonly columns: readonly { readonly name: string; readonly type: string; readonly facts: Facts }[];
};

/**
 * Analyzes a statement with a database, without running it. The types come from a prepared
 * statement, and the facts about columns from the query that PostgreSQL stores for a function with
 * this body.
 * @param client a connection in a transaction that will be rolled back.
 * @param place the place of the statement, for messages.
 * @throws StatementError if the database refuses the statement, or its comments do not match it.
 */
export async function describeStatement(
  client: ClientBase,
  catalog: Catalog,
  place: string,
  statement: AnnotatedStatement,
): Promise<DescribedStatement> {
  const { name, text, parameters, notNull, types } = statement;
  try {
    await client.query('savepoint described');
    await client.query(`prepare "${name}" as ${text}\n`);
    const { rows } = await client.query<{ parameters: string[]; results: string[] | null }>(
      `select parameter_types::text[] as parameters, result_types::text[] as results from pg_prepared_statements where name = $1`,
      [name],
    );
    const { parameters: parameterTypes, results } = rows[0]!;
    if (parameterTypes.length !== parameters.length)
      throw new StatementError(
        `${place} has ${parameterTypes.length} parameters and its comments name ${parameters.length}: name them in their order, "-- params: a, b"`,
      );
    await client.query(
      `create function pg_temp.described(${parameterTypes.join(', ')}) returns setof record language sql begin atomic ${text}\n; end`,
    );
    const stored = await client.query<{ body: string }>(
      `select prosqlbody::text as body from pg_proc where proname = 'described' and pronamespace = pg_my_temp_schema()`,
    );
    const [query] = listNodes(listFirst(parseNodeTree(stored.rows[0]!.body)));
    const columns = describeColumns(query!, { catalog, parameters });
    const known = new Set(columns.map((column) => column.name));
    for (const column of [...notNull, ...types.keys()])
      if (!known.has(column))
        throw new StatementError(`${place} returns no column ${column}, which its comments name`);
    for (const column of columns)
      if (column.facts.isNotNull && notNull.has(column.name))
        throw new StatementError(
          `${place}: take ${column.name} out of "-- not null:", the statement shows it by itself`,
        );
    return {
      ...statement,
      parameterTypes: parameters.map((parameter, index) => ({ ...parameter, type: parameterTypes[index]! })),
      columns: columns.map((column, index) => ({
        ...column,
        type: results![index]!,
        facts: { ...column.facts, isNotNull: column.facts.isNotNull || notNull.has(column.name) },
      })),
    };
  } catch (error) {
    if (error instanceof StatementError) throw error;
    throw new StatementError(`${place} is refused by the database: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    await client.query('rollback to savepoint described');
    await client.query('deallocate all');
  }
}

/** Returns the statements of the body, which are a list in a list. */
function listFirst(value: ReturnType<typeof parseNodeTree>) {
  return Array.isArray(value) ? value[0] : value;
}
