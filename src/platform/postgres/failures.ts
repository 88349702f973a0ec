/*
 * Classifies database errors by their codes: which of them mean that the database is unavailable
 * now, and which lie in the data.
 */
/** The code of the error that the time of the database is not known yet (database-clock.ts). */
export const TIME_UNKNOWN = 'DATABASE_TIME_UNKNOWN';

const UNAVAILABLE = new Set([
  TIME_UNKNOWN,
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '25006', // read-only transaction: a standby after a failover
  '53100', // disk full
  '53200', // out of memory
  '28000', // login refused: no such role, or it may not log in
  '28P01', // wrong password, as while it is being changed
  '3D000', // no such database, as while it is being restored
  '53300', // too many connections
  '55P03', // lock not available in time
  '57014', // statement cancelled by its time limit
  '57P01', // administrator shut the server down
  '57P02', // crash shutdown
  '57P03', // cannot connect now
]);
/** Errors that `pg` throws without a code. */
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/;

const REFUSED_CONNECTIONS: Readonly<Record<string, string>> = {
  '28P01': 'refuses the login: wrong password or user',
  '28000': 'refuses the login: there is no such user, or pg_hba.conf does not allow it',
  '3D000': 'refuses the connection: there is no such database',
  '57P03': 'refuses the connection: the server is starting, stopping or recovering',
};

type Coded = { code?: unknown; message?: unknown; cause?: unknown; where?: unknown; table?: unknown };

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as Coded;
  return typeof code === 'string' ? code : '';
}

/** Returns whether the database was unavailable, so that the same statement may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (UNAVAILABLE.has(code) || code.startsWith('08')) return true;
  const { message } = (error ?? {}) as Coded;
  return typeof message === 'string' && UNAVAILABLE_MESSAGE.test(message);
}

/**
 * Returns whether the database answers but refuses this login: a wrong password, a missing database
 * or role, or rights other than required.
 */
export function isRefusal(error: unknown): boolean {
  return /^(?:28...|3D000|42501|22023|08004)$/.test(codeOf(error));
}

/**
 * Returns whether the session is read-only: the server is a standby, or the session started while
 * read-only was the default.
 */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006';
}

/** Returns whether the client gave up on a statement before the server answered. */
export function isUnanswered(error: unknown): boolean {
  return (error as Coded | null)?.message === 'Query read timeout';
}

/**
 * Returns whether the server ended a statement early, at its time limit or by order of an
 * administrator.
 */
export function isCanceled(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** Returns whether the disk is full. Nothing can be written until an administrator frees space. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === '53100';
}

/** Explains why a server that answers refused a connection. Returns null for any other error. */
export function explainRefusedConnection(error: unknown): string | null {
  const { message } = (error ?? {}) as Coded;
  if (codeOf(error) === '08P01' && typeof message === 'string' && message.includes('startup parameter'))
    return `refuses the connection: ${message}. A pooler refuses startup parameters: in transaction mode add pgbouncer=true to the address, in session mode configure the pooler to pass them on`;
  if (isFull(error)) {
    const { why, remedy } = explainFullness(error);
    return `refuses the connection: ${why}; ${remedy}`;
  }
  if (codeOf(error) === '28000' && typeof message === 'string' && message.includes('not permitted to log in'))
    return 'refuses the login: its role may not log in (alter role … login)';
  return REFUSED_CONNECTIONS[codeOf(error)] ?? null;
}

/** Returns whether a limit of connections was reached. */
export const isFull = (error: unknown): boolean => codeOf(error) === '53300';

/**
 * Explains which limit of connections was reached, with the remedy: that of a login, that of a
 * database, or that of the server. The message names the first two, if the server writes English.
 */
export function explainFullness(error: unknown): { readonly why: string; readonly remedy: string } {
  const { message } = (error ?? {}) as Coded;
  const [, kind, name] = /for (role|database) "(.+)"/.exec(typeof message === 'string' ? message : '') ?? [];
  return kind === undefined
    ? {
        why: 'all connections are in use',
        remedy:
          'raise max_connections, run fewer processes, or use a pooler (docs/runbooks/room.md#databaseconnectionslow)',
      }
    : {
        why: `the ${kind} "${name}" has a limit of its own, which is reached`,
        remedy: `raise its limit as a superuser: alter ${kind} "${name}" connection limit -1;`,
      };
}

/**
 * Returns whether a lock was not acquired within its time limit.
 * @param table the table of the lock; absent: any.
 */
export function isLockTimeout(error: unknown, table = ''): boolean {
  const { where } = (error ?? {}) as Coded;
  return codeOf(error) === '55P03' && (typeof where === 'string' ? where : '').includes(table);
}

/**
 * Returns whether the data caused the error: a value that cannot be stored or that a check refuses.
 * Repeating the statement would not help. References and guards (23503, 23001) do not count,
 * because only a fault of the engine violates them.
 */
function isDataError(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('22') || code === '23502' || code === '23514' || code.startsWith('54');
}

/**
 * Returns whether the database refuses the content of an invoice. Only the invoice's own row holds
 * the client's data verbatim; the engine builds every other row that issuing writes, including the
 * record.
 */
export function isInvoiceDataError(error: unknown): boolean {
  const { table = 'issued_invoices' } = (error ?? {}) as Coded;
  return isDataError(error) && table === 'issued_invoices';
}

/** Returns whether a row with the same unique values exists. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/**
 * Returns whether the transaction conflicted with another one (deadlock or serialization failure),
 * which justifies an immediate retry.
 */
export function isTransactionConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}
