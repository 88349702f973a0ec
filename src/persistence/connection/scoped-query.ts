import { type PoolClient, Query, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import type { Connection } from './database.ts';

/** Tells row-level security whose rows the transaction may see. Gives no row: nothing comes back for it. */
const ENTER = {
  name: 'enter-organization',
  text: `select where set_config('engine.organizations', $1, true) is null`,
  preparedOn: new WeakSet<PoolClient>(),
};
/** The same, and that the next statement is planned once for whatever it is asked. */
const ENTER_PLANNED = {
  name: 'enter-organization-planned',
  text: `select where set_config('engine.organizations', $1, true) is null or set_config('plan_cache_mode', 'force_generic_plan', true) is null`,
  preparedOn: new WeakSet<PoolClient>(),
};

export type ScopedStatement = QueryConfig & {
  /** For a statement that takes longer to plan than to run, and whose plan is good for any values: PostgreSQL, which guesses how many rows it will find, plans it anew each time. */
  readonly isPlannedOnce?: boolean;
};

/**
 * Runs one statement in the scope of an organization, or of those whose small batches share it: as the API's role it sees and writes their
 * rows only, even where it names no organization. Both the scope and the statement travel together, as one implicit transaction: no round trip more.
 * Inside a transaction the scope stays until its end, and so does what `isPlannedOnce` says.
 */
export async function queryAs<R extends QueryResultRow>(
  connection: Connection,
  organizations: number | readonly number[],
  statement: ScopedStatement,
): Promise<QueryResult<R>> {
  if (!('totalCount' in connection)) return runScoped<R>(connection, organizations, statement);
  const client = await connection.connect();
  let broken: Error | undefined;
  try {
    return await runScoped<R>(client, organizations, statement);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    // As `pg` does it: a connection that failed is not used again.
    client.release(broken);
  }
}

async function runScoped<R extends QueryResultRow>(
  client: PoolClient,
  organizations: number | readonly number[],
  { isPlannedOnce = false, ...statement }: ScopedStatement,
): Promise<QueryResult<R>> {
  const scope = [...new Set([organizations].flat())].join(',');
  const { name, text, preparedOn } = isPlannedOnce ? ENTER_PLANNED : ENTER;
  if (!preparedOn.has(client)) {
    await client.query({ name, text, values: [scope] });
    preparedOn.add(client);
  }
  return new Promise((resolve, reject) => {
    // A statement of the simple protocol would not end the transaction that the scope began.
    const extended = { ...statement, queryMode: 'extended' };
    const query = new Query<R>(extended, (error, results) => {
      if (error) reject(error);
      // Of both statements; the second is the one.
      else resolve((results as unknown as QueryResult<R>[]).at(-1)!);
    });
    // `pg` has no way to send two statements of the extended protocol together. It calls `submit` of whatever stands in its queue, cursors and
    // streams too, so this is its seam for that.
    const submit = query.submit.bind(query);
    query.submit = (wire) => {
      wire.stream.cork();
      // Without a Sync in between, so that PostgreSQL runs both in one transaction.
      wire.bind({ statement: name, values: [scope] }, true);
      wire.execute({}, true);
      submit(wire);
      wire.stream.uncork();
    };
    client.query(query);
  });
}
