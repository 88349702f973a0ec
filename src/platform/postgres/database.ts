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
  /** Asked for each new connection: it may have another password meanwhile. */
  url: string | (() => string);
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** What its connections may do (migrations/0012-access.sql). Absent: whatever the login may; migrations need that. */
  role?: ProcessRole;
  /** Refuses every connection whose login may do more than the role, as production does. */
  refusesExcess?: boolean;
  /** Told once, in one line, what the login may do beyond the role. */
  onExcess?: (message: string) => void;
  /** Looks at each connection before anything runs on it. @throws then it is not used. */
  onConnect?: (client: ClientBase) => Promise<void>;
  maxConnections?: number;
  /** How long to wait for a connection, one of the pool or a new one; default: 5000. */
  connectMs?: number;
  /** How long a statement may take; default: 50,000. */
  longestStatementMs?: number;
  /** For commands that lift the server's limit for what takes long: the client has none either. */
  waitsForLong?: boolean;
  /** How long a connection may be in use before its host is asked whether it is still there, and how long that may take; default: 5000. */
  silentMs?: number;
};

export const MAX_CONNECTIONS = 10;
const CONNECT_MS = 5000;
const MAX_STATEMENT_MS = LIMITS.statement_timeout;
/** Of a login, or of sessions that a pooler keeps. */
const STALE =
  ': behind a pooler each process has a login of its own from npm run migrate, after which the pooler must make its connections anew (RECONNECT)';
/** So much longer than the server itself the client waits for it to say that a statement took too long. */
const ANSWER_MS = 5000;
const SILENT_MS = 5000;
/** Of a connection that only asks whether the server is there. */
const PROBE = { application_name: 'ibe-probe' };

/** date, timestamp, timestamptz and interval: texts as PostgreSQL writes them, as MikroORM has them. */
const TYPES = new TypeOverrides();
for (const oid of [1082, 1114, 1184, 1186]) TYPES.setTypeParser(oid, (text) => text);

/**
 * Opens a pool of connections to the database. Does not connect yet.
 * Every connection gives up waiting for a lock after 5 s, for a statement after 50 s or what the caller says. Who wants a connection has one, or an
 * error, after 5 s: one try, also where the server takes it and answers nothing. A server that stops answering later is left after some 10 s.
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

/** Of a connection that is dropped the statement in flight hears. Without listeners Node ends the process where none is, also when the pool has ended. */
export function outliveDrops<P extends Pool>(pool: P): P {
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
}

/** What gives an address. */
function followUrl(url: DatabaseOptions['url']): () => string {
  return typeof url === 'string' ? () => url : url;
}

/** How each connection is made, and what it may do. */
export function buildConnectionConfig(options: DatabaseOptions) {
  const longestStatement = options.longestStatementMs ?? MAX_STATEMENT_MS;
  const readUrl = followUrl(options.url);
  const { config, isPooled } = readDatabaseAddress(readUrl());
  return {
    ...config,
    Client: createHostClient(readUrl),
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectMs ?? CONNECT_MS,
    // The server's limits end nothing when the network swallows everything.
    ...(!options.waitsForLong && { query_timeout: longestStatement + ANSWER_MS }),
    keepAliveInitialDelayMillis: 10_000,
    keepAlive: true,
    // A statement is sent when it is asked, behind those without an answer yet. PgBouncer takes one whose preparation the server skipped, after
    // an error before it, for one that it knows.
    pipeline: !isPooled,
    ...(!isPooled && {
      lock_timeout: LIMITS.lock_timeout,
      statement_timeout: longestStatement,
      idle_in_transaction_session_timeout: LIMITS.idle_in_transaction_session_timeout,
      // Told with the connection itself, so that no statement can run before it. Compiling a statement takes longer than any of ours, and is
      // chosen by estimates that know nothing of lists.
      options: `-c jit=off${options.role ? ` -c role=engine_${options.role}` : ''}`,
    }),
    // Before the connection is given to anybody.
    ...(options.role && { onConnect: buildLoginCheck(options.role, options, isPooled) }),
  } satisfies Omit<PoolConfig, 'onConnect'> & { onConnect?: (client: ClientBase) => Promise<void> };
}

/** Looks at a new connection: it must have its role, and in production a login that can be nothing else. */
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
    // A pooler in between may have dropped the option that takes the role.
    if (rights.user !== `engine_${role}`)
      throw new LoginError(`connected as ${rights.user}, not as engine_${role}${isPooled ? STALE : ''}`);
    if (isPooled && !(await hasLimits(client)))
      throw new LoginError(
        `the login ${rights.login} has not the time limits that npm run migrate gives it${STALE}`,
      );
    const excess = describeExcess(rights, role);
    if (excess !== null && !told) onExcess?.(excess);
    told ||= excess !== null;
    if (excess !== null && refusesExcess) throw new LoginError(excess);
    // A reader gives none.
    if (role !== 'reader') await skipLostIds(client);
    await onConnect?.(client);
  };
}

/**
 * Runs `work` in one transaction of one connection; commits its result, or rolls back and rethrows.
 */
export function withTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  });
}

/** Runs `work`, which begins a transaction and commits it, on one connection; rolls back and rethrows where it throws. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    // Behind a statement that has no answer the rollback would have none either.
    if (isReadOnly(error) || isUnanswered(error)) broken = error as Error;
    else await client.query('rollback').catch((rollbackError: Error) => (broken = rollbackError));
    throw error;
  } finally {
    // A connection whose rollback failed must not be used again, nor one that answers nothing, nor one that may only read: it keeps what it began with.
    client.release(broken);
  }
}
