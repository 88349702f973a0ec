import { type ClientBase, Pool, type PoolClient, type PoolConfig, TypeOverrides } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { readEncryption } from './encryption.ts';
import { isReadOnly } from './failures.ts';
import { describeExcess, LoginError, readLoginRights } from '../logins/login-rights.ts';
import type { ProcessRole } from '../logins/process-roles.ts';
import { skipLostIds } from '../identity/lost-ids.ts';

export type Connection = Pool | PoolClient;

export type Database = AsyncDisposable & { readonly pool: Pool };

export type DatabaseOptions = {
  url: string;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** What its connections may do (migrations/0005). Absent: whatever the login may; migrations need that. */
  role?: ProcessRole;
  /** Refuses every connection whose login may do more than the role, as production does. */
  refusesExcess?: boolean;
  /** Told once, in one line, what the login may do beyond the role. */
  onExcess?: (message: string) => void;
  /** Looks at each connection before anything runs on it. @throws then it is not used. */
  onConnect?: (client: ClientBase) => Promise<void>;
  maxConnections?: number;
  /** How long a statement may take; default: 60,000. */
  longestStatementMs?: number;
};

export const MAX_CONNECTIONS = 10;
const MAX_STATEMENT_MS = 60_000;
/** So much longer than the server itself the client waits for it to say that a statement took too long. */
const ANSWER_MS = 5000;

/** date, timestamp, timestamptz and interval: texts as PostgreSQL writes them, as MikroORM has them. */
const TYPES = new TypeOverrides();
for (const oid of [1082, 1114, 1184, 1186]) TYPES.setTypeParser(oid, (text) => text);

/**
 * Opens the database. Does not connect yet: a process starts and answers 503 while PostgreSQL is away.
 * Every connection gives up waiting for a lock after 5 s, for a statement after 60 s or what the caller says. Who wants a connection has one, or an
 * error, after 5 s: one try, also where the server takes it and answers nothing. A server that stops answering later is given up 5 s after the
 * longest statement.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new Pool({
    ...parseIntoClientConfig(options.url),
    ...buildConnectionConfig(options),
    max: options.maxConnections ?? MAX_CONNECTIONS,
    types: TYPES,
  });
  // Of a connection that is dropped the statement in flight hears. Without listeners Node ends the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return {
    pool,
    async [Symbol.asyncDispose]() {
      if (!pool.ending) await pool.end();
    },
  };
}

/** How each connection is made, and what it may do. */
export function buildConnectionConfig(options: DatabaseOptions) {
  const longestStatement = options.longestStatementMs ?? MAX_STATEMENT_MS;
  return {
    application_name: options.applicationName,
    connectionTimeoutMillis: 5000,
    lock_timeout: 5000,
    statement_timeout: longestStatement,
    // The server's limits end nothing when the network swallows everything.
    query_timeout: longestStatement + ANSWER_MS,
    keepAliveInitialDelayMillis: 10_000,
    // A process that froze in a transaction must not hold its locks for ever.
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    ...readEncryption(options.url),
    // Told with the connection itself, so that no statement can run before it. Compiling a statement takes longer than any of ours, and is
    // chosen by estimates that know nothing of lists.
    options: `-c jit=off${options.role ? ` -c role=engine_${options.role}` : ''}`,
    // Before the connection is given to anybody.
    ...(options.role && { onConnect: buildLoginCheck(options.role, options) }),
  } satisfies Omit<PoolConfig, 'onConnect'> & { onConnect?: (client: ClientBase) => Promise<void> };
}

/** Looks at a new connection: it must have its role, and in production a login that can be nothing else. */
function buildLoginCheck(role: ProcessRole, { refusesExcess, onExcess, onConnect }: DatabaseOptions) {
  let told = false;
  return async (client: ClientBase): Promise<void> => {
    const rights = await readLoginRights(client, role);
    // A pooler in between may have dropped the option that takes the role.
    if (rights.user !== `engine_${role}`)
      throw new LoginError(`connected as ${rights.user}, not as engine_${role}`);
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
export async function withTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => (broken = rollbackError));
    if (isReadOnly(error)) broken = error as Error;
    throw error;
  } finally {
    // A connection whose rollback failed must not be used again, nor one that may only read: it keeps what it began with.
    client.release(broken);
  }
}
