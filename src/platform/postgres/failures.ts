/*
 * Which database errors say "not now", by code and nothing else.
 */
const UNAVAILABLE = new Set([
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
  '53300', // too many connections
  '55P03', // lock not available in time
  '57014', // statement cancelled by its time limit
  '57P01', // administrator shut the server down
  '57P02', // crash shutdown
  '57P03', // cannot connect now
]);
/** What `pg` throws without a code. */
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/;

const REFUSED_CONNECTIONS: Readonly<Record<string, string>> = {
  '28P01': 'refuses the login: wrong password or user',
  '28000': 'refuses the login: no such user, or pg_hba.conf lets it not in',
  '3D000': 'refuses the connection: there is no such database',
  '53300': 'refuses the connection: all of them are taken',
  '57P03': 'refuses the connection: it starts, stops or recovers',
};

type Coded = { code?: unknown; message?: unknown; cause?: unknown; where?: unknown; table?: unknown };

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as Coded;
  return typeof code === 'string' ? code : '';
}

/** Whether the database could not do it now; the same statement may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (UNAVAILABLE.has(code) || code.startsWith('08')) return true;
  const { message } = (error ?? {}) as Coded;
  return typeof message === 'string' && UNAVAILABLE_MESSAGE.test(message);
}

/** Whether the database answers and lets this login do nothing: a wrong password, no such database or role, other rights than it must have. */
export function isRefusal(error: unknown): boolean {
  return /^(?:28...|3D000|42501|22023|08004)$/.test(codeOf(error));
}

/** Whether the session may only read: a standby, or one that began while that was the default. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006';
}

/** Whether a statement was given up before the server said anything of it. */
export function isUnanswered(error: unknown): boolean {
  return (error as Coded | null)?.message === 'Query read timeout';
}

/** Whether the server ended a statement before it was done: at its time limit, or because somebody ordered it. */
export function isCanceled(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** Whether somebody must make room: nothing can be written before. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === '53100';
}

/** What a server that answers says by not letting a connection in, in words; null for any other error. */
export function explainRefusedConnection(error: unknown): string | null {
  const { message } = (error ?? {}) as Coded;
  if (codeOf(error) === '08P01' && typeof message === 'string' && message.includes('startup parameter'))
    return `refuses the connection: ${message}. A pooler lies between: in transaction mode add pgbouncer=true to the address, in session mode let the pooler pass startup parameters on`;
  return REFUSED_CONNECTIONS[codeOf(error)] ?? null;
}

/** Whether a lock was not to be had within its time limit. @param table where it was waited for; absent: anywhere. */
export function isLockTimeout(error: unknown, table = ''): boolean {
  const { where } = (error ?? {}) as Coded;
  return codeOf(error) === '55P03' && (typeof where === 'string' ? where : '').includes(table);
}

/**
 * Whether it is the data's own fault: a value that cannot be stored or that a check refuses. Repeating it changes nothing. Not
 * the references and guards (23503, 23001): those tell of a fault of ours.
 */
function isDataError(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('22') || code === '23502' || code === '23514' || code.startsWith('54');
}

/**
 * Whether the database refuses what an invoice says. Its own row has it literally; every other row that issuing writes, a record too, is made
 * by our code.
 */
export function isInvoiceDataError(error: unknown): boolean {
  const { table = 'issued_invoices' } = (error ?? {}) as Coded;
  return isDataError(error) && table === 'issued_invoices';
}

/** Whether a row with the same unique values exists. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** Whether another transaction was in the way (deadlock, serialization): worth an immediate retry. */
export function isTransactionConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}
