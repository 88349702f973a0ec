import { type ClientBase, type Pool, type PoolClient, type PoolConfig, TypeOverrides } from 'pg';
import { followAddress, type Host, readDatabaseAddress } from './address.ts';
import { isReadOnly, isUnanswered } from './failures.ts';
import { findPresence } from './find-host.ts';
import { createHostClient } from './host-client.ts';
import { leaveSilentHosts } from './leave-silent-hosts.ts';
import { WatchfulPool } from './watchful-pool.ts';
import { hasLimits, LIMITS } from './logins/login-limits.ts';
import { describeExcess, LoginError, readLoginRights } from './logins/login-rights.ts';
import type { ProcessRole } from './logins/process-roles.ts';
import { findPoolerFault } from './pooler.ts';
import { skipLostIds } from './lineage/lost-ids.ts';

export type Connection = Pool | PoolClient;

export type PoolOwner = AsyncDisposable & { readonly pool: Pool };

export type DatabaseOptions = {
  /**
   * The address, or a function that is called for each new connection because the password may have
   * changed.
   */
  url: string | (() => string);
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /**
   * The role that the connections take (migrations/0012-access.sql). Without one they have all
   * rights of the login, which migrations need.
   */
  role?: ProcessRole;
  /** Refuses every connection whose login may do more than the role, as production does. */
  refusesExcess?: boolean;
  /** Called once, with one line that lists what the login may do beyond the role. */
  onExcess?: (message: string) => void;
  /**
   * Checks each connection before anything runs on it.
   * @throws to reject the connection.
   */
  onConnect?: (client: ClientBase) => Promise<void>;
  maxConnections?: number;
  /** How long to wait for a connection, from the pool or new, in milliseconds; default: 5000. */
  connectMs?: number;
  /** The time limit of a statement in milliseconds; default: 50,000. */
  longestStatementMs?: number;
  /**
   * For commands that lift the server's time limit for long statements: the client has no limit
   * either.
   */
  waitsForLong?: boolean;
  /**
   * How long a connection may be in use before its host is probed, and the time limit of that
   * probe, in milliseconds; default: 5000.
   */
  silentMs?: number;
};

export const MAX_CONNECTIONS = 10;
const CONNECT_MS = 5000;
const MAX_STATEMENT_MS = LIMITS.statement_timeout;
/** The remedy if the login, or sessions that a pooler keeps, lack settings. */
const STALE =
  '. Behind a pooler each kind of process needs its own login from npm run migrate; afterwards the pooler must reconnect (RECONNECT)';
/**
 * The client waits this much longer than the server's own time limit, in milliseconds, for the
 * server to report that a statement took too long.
 */
const ANSWER_MS = 5000;
const SILENT_MS = 5000;
/** A search path that somebody set for the database or the login would hide the tables. */
export const SEARCH_PATH = '-c search_path=public';
/** Settings of a connection that only probes whether the server is present. */
const PROBE = { application_name: 'ibe-probe' };

/**
 * Returns date, timestamp, timestamptz and interval as PostgreSQL's text, which MikroORM expects.
 */
const TYPES = new TypeOverrides();
for (const oid of [1082, 1114, 1184, 1186]) TYPES.setTypeParser(oid, (text) => text);

/**
 * Opens a pool of connections to the database. Does not connect yet. A connection waits at most 5 s
 * for a lock and 50 s, or the time that the caller sets, for a statement. `connect` gives a
 * connection or an error within 5 s and tries once, even if the server accepts connections but does
 * not answer. Connections to a server that stops answering later are closed after about 10 s.
 */
export function openPool(options: DatabaseOptions): PoolOwner {
  const readAddress = followAddress(followUrl(options.url));
  const config = {
    ...buildConnectionConfig(options),
    max: options.maxConnections ?? MAX_CONNECTIONS,
    types: TYPES,
  };
  const pool = outliveDrops(new WatchfulPool(config, !readAddress().isPooled));
  const { silentMs = SILENT_MS } = options;
  const look = (host: Host) => {
    const address = readAddress();
    return findPresence(address, { ...address.config, ...PROBE }, host, silentMs);
  };
  const watching = leaveSilentHosts(pool, look, silentMs);
  return {
    pool,
    async [Symbol.asyncDispose]() {
      watching[Symbol.dispose]();
      if (!pool.ending) await pool.end();
    },
  };
}

/**
 * Ignores the errors of dropped connections, because the statement in flight reports them. Without
 * listeners Node would end the process when no statement is in flight, even after the pool has
 * ended.
 */
export function outliveDrops<P extends Pool>(pool: P): P {
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
}

/** Returns a function that reads the address. */
function followUrl(url: DatabaseOptions['url']): () => string {
  return typeof url === 'string' ? () => url : url;
}

/** Builds the configuration of each connection: its address, role and time limits. */
export function buildConnectionConfig(options: DatabaseOptions) {
  const longestStatement = options.longestStatementMs ?? MAX_STATEMENT_MS;
  const readUrl = followUrl(options.url);
  const { config, isPooled } = readDatabaseAddress(readUrl());
  return {
    ...config,
    Client: createHostClient(readUrl),
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectMs ?? CONNECT_MS,
    // The server's time limits have no effect if the network drops all packets.
    ...(!options.waitsForLong && { query_timeout: longestStatement + ANSWER_MS }),
    keepAliveInitialDelayMillis: 10_000,
    keepAlive: true,
    // A statement is sent at once, even while earlier ones have no answer. Behind PgBouncer this is
    // off: if the server skips the preparation of a statement after an earlier error, PgBouncer
    // still considers it prepared.
    pipeline: !isPooled,
    ...(!isPooled && {
      lock_timeout: LIMITS.lock_timeout,
      statement_timeout: longestStatement,
      idle_in_transaction_session_timeout: LIMITS.idle_in_transaction_session_timeout,
      // Sent as startup parameters, so that no statement can run before they apply. JIT compilation
      // takes longer than any statement of the engine, and the planner chooses it by estimates that
      // ignore array parameters.
      options: `${SEARCH_PATH} -c jit=off${options.role ? ` -c role=engine_${options.role}` : ''}`,
    }),
    // Runs before the pool hands out the connection.
    ...(options.role && { onConnect: buildLoginCheck(options.role, options, isPooled) }),
  } satisfies Omit<PoolConfig, 'onConnect'> & { onConnect?: (client: ClientBase) => Promise<void> };
}

/**
 * Builds the check of a new connection. The connection must have its role; in production its login
 * must have no other rights.
 */
function buildLoginCheck(
  role: ProcessRole,
  { refusesExcess, onExcess, onConnect }: DatabaseOptions,
  isPooled: boolean,
) {
  let told = false;
  let isPoolerFit = !isPooled;
  return async (client: ClientBase): Promise<void> => {
    if (!isPoolerFit) {
      const fault = await findPoolerFault(client);
      if (fault !== null) throw new LoginError(fault);
      isPoolerFit = true;
    }
    const rights = await readLoginRights(client, role);
    // A pooler may have dropped the startup parameter that sets the role.
    if (rights.user !== `engine_${role}`)
      throw new LoginError(`connected as ${rights.user}, not as engine_${role}${isPooled ? STALE : ''}`);
    if (isPooled && !(await hasLimits(client)))
      throw new LoginError(
        `the login ${rights.login} lacks the time limits that npm run migrate sets${STALE}`,
      );
    const excess = describeExcess(rights, role);
    if (excess !== null && !told) onExcess?.(excess);
    told ||= excess !== null;
    if (excess !== null && refusesExcess) throw new LoginError(excess);
    // The reader assigns no ids.
    if (role !== 'reader') await skipLostIds(client);
    await onConnect?.(client);
  };
}

/**
 * Runs `work` in one transaction on one connection. Commits if it resolves; rolls back and rethrows
 * if it throws.
 */
export function withTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  });
}

/**
 * Runs `work`, which begins and commits a transaction itself, on one connection. Rolls back and
 * rethrows if it throws.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    // After an unanswered statement, a rollback would not be answered either.
    if (isReadOnly(error) || isUnanswered(error)) broken = error as Error;
    else await client.query('rollback').catch((rollbackError: Error) => (broken = rollbackError));
    throw error;
  } finally {
    // Closes the connection if its rollback failed, if it does not answer, or if it is read-only: a
    // session keeps the read-only default that it started with.
    client.release(broken);
  }
}
