import { type PoolClient, Query, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { findOrganizationConnections } from '../admission/organization-connections.ts';
import type { Connection } from './database.ts';
import type { TypedRows } from './statement.ts';
import { isCanceled } from './failures.ts';

type Entrance = { readonly name: string; readonly text: string; readonly preparedOn: WeakSet<PoolClient> };

/**
 * Sets the organizations whose rows row-level security shows in the transaction. The statement
 * returns no row, which saves the transfer.
 */
const ENTER = buildEntrance('enter-organization', []);
/** Also makes PostgreSQL plan the next statement once for all values. */
const PLANNED = `set_config('plan_cache_mode', 'force_generic_plan', true)`;
const ENTER_PLANNED = buildEntrance('enter-organization-planned', [PLANNED]);
/**
 * Also sets the time limit of the next statement in milliseconds. PostgreSQL reads the limit at the
 * start of each statement.
 */
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
    /**
     * For a statement that takes longer to plan than to run and whose plan suits any values.
     * Otherwise PostgreSQL plans it again each time, because it estimates the number of rows from
     * the values.
     */
    readonly isPlannedOnce?: boolean;
    /**
     * A time limit in milliseconds below the one of all reads, for a result that is not worth more.
     */
    readonly longestMs?: number;
  };

/**
 * Runs one statement in the scope of an organization, or of several whose small batches share it.
 * As the API's role the statement sees and writes only their rows, even if it names no
 * organization. The scope and the statement are sent together as one implicit transaction, without
 * a further round trip. Inside a transaction the scope, and the effect of `isPlannedOnce`, last
 * until its end.
 */
export async function queryAsOrganization<R extends QueryResultRow>(
  connection: Connection,
  organizations: number | readonly number[],
  statement: ScopedStatement<R>,
): Promise<QueryResult<R>> {
  return withClient(connection, (client) => runScoped<R>(client, organizations, statement, null));
}

/** A read was ended because it exceeded its time limit. */
export class ReadTooLongError extends Error {
  override readonly name = 'ReadTooLongError';
  /** The time limit in seconds, rounded up. */
  readonly seconds: number;
  constructor(milliseconds: number, cause: unknown) {
    super(`A read was canceled after ${milliseconds} ms`, { cause });
    this.seconds = Math.ceil(milliseconds / 1000);
  }
}

/**
 * Runs one read-only statement like `queryAsOrganization`. If the pool limits the concurrency per
 * organization (`limitOrganizationConnections`), it first waits for one of the organization's
 * permits, and PostgreSQL ends the statement at the time limit of reads.
 * @throws ReadTooLongError if the statement exceeded its time limit, the error of the semaphore if
 *   no permit became free in time, or the error of the database.
 */
export async function readAsOrganization<R extends QueryResultRow>(
  connection: Connection,
  organizationId: number,
  statement: ScopedStatement<R>,
): Promise<QueryResult<R>> {
  const share = findOrganizationConnections(connection);
  if (share === null) return queryAsOrganization<R>(connection, organizationId, statement);
  const { withPermit } = share;
  const longestReadMs = Math.min(share.longestReadMs, statement.longestMs ?? share.longestReadMs);
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
    // Closes a connection after an error, as `pg` does.
    client.release(broken);
  }
}

async function runScoped<R extends QueryResultRow>(
  client: PoolClient,
  organizations: number | readonly number[],
  { isPlannedOnce = false, longestMs: _limit, ...statement }: ScopedStatement<R>,
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
    // A statement of the simple protocol would not end the implicit transaction that the scope
    // began.
    const extended = { ...statement, queryMode: 'extended' };
    const query = new Query<R>(extended, (error, results) => {
      if (error) reject(error);
      // There is a result for each of the two statements; the second one is the caller's.
      else resolve((results as unknown as QueryResult<R>[]).at(-1)!);
    });
    // `pg` has no method that sends two statements of the extended protocol together. It calls
    // `submit` of every item in its queue, including cursors and streams, so overriding `submit` is
    // the extension point.
    const submit = query.submit.bind(query);
    query.submit = (wire) => {
      wire.stream.cork();
      // No Sync is sent in between, so that PostgreSQL runs both in one transaction.
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
