import { nameLoginVariable, type ProcessRole } from '../../src/platform/postgres/logins/process-roles.ts';

const UNREACHABLE = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNRESET',
  'EPROTO',
];
const TLS = ['CERT', 'ERR_TLS', 'ERR_SSL'];
/** Without a code: what node-postgres says of a connection that never came, or broke, or on which nothing is answered. */
const BROKEN_OFF = /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;
/** Wrong login, no such database, too many connections, starting or stopping. */
const REFUSED = /^(?:28\w{3}|3D000|53300|57P0[123])$/;
const READ_ONLY = '25006';
/** A login with other rights than it should have. */
const WRONG_LOGIN = '08004';

/**
 * Says which variable leads to a database that cannot be reached or refuses the login.
 * @param role that was to be taken; absent: none.
 * @param isOfNpmStart whether the variable leads to the server of `npm start`, which may have been stopped.
 * @returns one line; undefined for any other error.
 */
export function explainDatabaseError(
  error: unknown,
  variable: string,
  role?: ProcessRole,
  isOfNpmStart = false,
): string | undefined {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const why = explainUnreachable(code, message);
  if (why !== undefined)
    return `The database of ${variable} is not reachable${why}${isOfNpmStart ? ' (its address is in .local/environment: npm start starts it)' : ''}`;
  if (code === WRONG_LOGIN) return `${variable}: ${message}`;
  if (role !== undefined) {
    const told = explainRoleError(error, variable, role);
    if (told !== undefined) return told;
  }
  if (code === READ_ONLY)
    return `The database of ${variable} is read-only, so nothing was changed: it is a standby, or an old primary that was made read-only. Set ${variable} to the address of the primary (${message})`;
  if (REFUSED.test(code) || isRefusedConnection(error))
    return `The database of ${variable} refuses: ${message}`;
  return message.includes('does not support SSL')
    ? `The database of ${variable} speaks no TLS, and its sslmode wants it`
    : undefined;
}

/** @returns what is added to the sentence; undefined where it was reached. */
function explainUnreachable(code: string, message: string): string | undefined {
  if (code === 'ECONNREFUSED') return '';
  if (UNREACHABLE.includes(code) || TLS.some((part) => code.includes(part))) return `: ${code}`;
  return BROKEN_OFF.test(message) ? `: ${message}` : undefined;
}

/** The server's texts may be translated; the names in them are not. */
function explainRoleError(error: unknown, variable: string, role: ProcessRole): string | undefined {
  const { code, message } = error as { code?: string; message: string };
  const name = `engine_${role}`;
  const right = nameLoginVariable(role);
  if (code === '42501' && message.includes(name))
    return `The login of ${variable} may not take the role ${name}: it is another kind's, or nobody's. Set ${right} to the address of the login that npm run migrate made from ${right}`;
  if (code === '22023' && message.includes(name))
    return `The database of ${variable} has no role ${name}: npm run migrate makes it`;
  return code === '42P01'
    ? `The database of ${variable} is another one, or has the tables of another version (npm run migrate): ${message}`
    : undefined;
}

/** A login that the database does not let in at all. */
function isRefusedConnection(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string };
  return code === '42501' && severity === 'FATAL';
}
