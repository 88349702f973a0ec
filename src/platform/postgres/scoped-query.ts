import { type PoolClient, Query, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { findTenantConnections } from '../admission/tenant-connections.ts';
import type { Connection } from './database.ts';
import type { TypedRows } from './statement.ts';
import { isCanceled } from './failures.ts';

type Entrance = { readonly name: string; readonly text: string; readonly preparedOn: WeakSet<PoolClient> };

/** Tells row-level security whose rows the transaction may see. Gives no row: nothing comes back for it. */
const ENTER = buildEntrance('enter-organization', []);
/** The same, and that the next statement is planned once for whatever it is asked. */
const PLANNED = `set_config('plan_cache_mode', 'force_generic_plan', true)`;
const ENTER_PLANNED = buildEntrance('enter-organization-planned', [PLANNED]);
/** The same, and after how many milliseconds the next statement is ended. PostgreSQL begins to count anew with every statement, and reads the limit then. */
const LIMITED = `set_config('statement_timeout', $2, true)`;
const ENTER_LIMITED = buildEntrance('enter-organization-limited', [LIMITED]);
const ENTER_PLANNED_AND_LIMITED = buildEntrance('enter-organization-planned-limited', [PLANNED, LIMITED]);

function buildEntrance(name: string, settings: readonly string[]): Entrance {
  const all = [`set_config('engine.organizations', $1, true)`, ...settings];
  return {
    name,
    text: `select where ${all.map((setting) => `${setting} is null`).join(' or ')}`,
    preparedOn: new WeakSet(),
  };
}

export type ScopedStatement<R> = QueryConfig &
  TypedRows<R> & {
    /** For a statement that takes longer to plan than to run, and whose plan is good for any values: PostgreSQL, which guesses how many rows it will find, plans it anew each time. */
    readonly isPlannedOnce?: boolean;
  };

/**
 * Runs one statement in the scope of an organization, or of those whose small batches share it: as the API's role it sees and writes their
 * rows only, even where it names no organization. Both the scope and the statement travel together, as one implicit transaction: no round trip more.
 * Inside a transaction the scope stays until its end, and so does what `isPlannedOnce` says.
 */
export async function queryAsTenant<R extends QueryResultRow>(
  connection: Connection,
  organizations: number | readonly number[],
  statement: ScopedStatement<R>,
): Promise<QueryResult<R>> {
  return withClient(connection, (client) => runScoped<R>(client, organizations, statement, null));
}

/** A read was ended because it took too long. */
export class ReadTooLongError extends Error {
  override readonly name = 'ReadTooLongError';
  /** After how many seconds it was ended. */
  readonly seconds: number;
  constructor(milliseconds: number, cause: unknown) {
    super(`A read was ended after ${milliseconds} ms`, { cause });
    this.seconds = Math.ceil(milliseconds / 1000);
  }
}

/**
 * Runs one statement that only reads, as `queryAsTenant` does. Where the pool has shares (`limitTenantConnections`), it waits for a connection of the organization's share, and
 * PostgreSQL ends it after the longest time of a read.
 * @throws ReadTooLongError; what the share throws when the turn does not come in time; what the database throws.
 */
export async function readAsTenant<R extends QueryResultRow>(
  connection: Connection,
  organizationId: number,
  statement: ScopedStatement<R>,
): Promise<QueryResult<R>> {
  const share = findTenantConnections(connection);
  if (share === null) return queryAsTenant<R>(connection, organizationId, statement);
  const { withPermit, longestReadMs } = share;
  try {
    return await withPermit(organizationId, () =>
      withClient(connection, (client) => runScoped<R>(client, organizationId, statement, longestReadMs)),
    );
  } catch (error) {
    throw isCanceled(error) ? new ReadTooLongError(longestReadMs, error) : error;
  }
}

async function withClient<T>(connection: Connection, work: (client: PoolClient) => Promise<T>): Promise<T> {
  if (!('totalCount' in connection)) return work(connection);
  const client = await connection.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
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
  { isPlannedOnce = false, ...statement }: ScopedStatement<R>,
  longestMs: number | null,
): Promise<QueryResult<R>> {
  const scope = [...new Set([organizations].flat())].join(',');
  const values = longestMs === null ? [scope] : [scope, String(longestMs)];
  const { name, text, preparedOn } = chooseEntrance(isPlannedOnce, longestMs !== null);
  if (!preparedOn.has(client)) {
    await client.query({ name, text, values });
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
      wire.bind({ statement: name, values }, true);
      wire.execute({}, true);
      submit(wire);
      wire.stream.uncork();
    };
    client.query(query);
  });
}

function chooseEntrance(isPlanned: boolean, isLimited: boolean): Entrance {
  if (isLimited) return isPlanned ? ENTER_PLANNED_AND_LIMITED : ENTER_LIMITED;
  return isPlanned ? ENTER_PLANNED : ENTER;
}
