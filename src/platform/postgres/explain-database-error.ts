import { explainFullness, isFull } from './failures.ts';
import { nameLoginVariable, type ProcessRole } from './logins/process-roles.ts';

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
/**
 * Messages without a code of node-postgres about a connection that was not opened, broke, or does
 * not answer.
 */
const BROKEN_OFF = /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;
/** Codes for a wrong login, a missing database, and a server that starts or stops. */
const REFUSED = /^(?:28\w{3}|3D000|57P0[123])$/;
const READ_ONLY = '25006';
/** The code for a login with other rights than it should have. */
const WRONG_LOGIN = '08004';

/**
 * Explains an error of a database that cannot be reached or refuses the login, and names the
 * setting with its address.
 * @param role the role that the login had to take, if any.
 * @param isOfNpmStart whether the setting leads to the server of `npm start`, which may have been
 *   stopped.
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
    return `The database of ${variable} is not reachable${why}${isOfNpmStart ? ' (its address is from .local/environment: run npm start)' : ''}`;
  if (code === WRONG_LOGIN) return `${variable}: ${message}`;
  if (role !== undefined) {
    const told = explainRoleError(error, variable, role);
    if (told !== undefined) return told;
  }
  if (code === READ_ONLY)
    return `The database of ${variable} is read-only, so nothing was changed: it is a standby, or an old primary that was made read-only. Set ${variable} to the address of the primary (${message})`;
  if (isFull(error))
    return `The database of ${variable} refuses the connection: ${explainFullness(error).why} (${message})`;
  if (REFUSED.test(code) || isRefusedConnection(error))
    return `The database of ${variable} refuses the connection: ${message}`;
  return message.includes('does not support SSL')
    ? `The database of ${variable} does not support TLS, which the sslmode in its address requires`
    : undefined;
}

/**
 * Returns what to do about a connection that was refused because a limit of connections is reached.
 * @param otherwise what to do about any other error.
 */
export function adviseOnConnection(error: unknown, otherwise: string): string {
  return isFull(error) ? explainFullness(error).remedy : otherwise;
}

/**
 * @returns the end of the sentence, with the reason if it is known; undefined if the database was
 *   reached.
 */
function explainUnreachable(code: string, message: string): string | undefined {
  if (code === 'ECONNREFUSED') return '';
  if (UNREACHABLE.includes(code) || TLS.some((part) => code.includes(part))) return `: ${code}`;
  return BROKEN_OFF.test(message) ? `: ${message}` : undefined;
}

/**
 * Explains an error about the role. The server may translate its messages, but not the names in
 * them.
 */
function explainRoleError(error: unknown, variable: string, role: ProcessRole): string | undefined {
  const { code, message } = error as { code?: string; message: string };
  const name = `engine_${role}`;
  const right = nameLoginVariable(role);
  if (code === '42501' && message.includes(name))
    return `The login of ${variable} may not take the role ${name}: it has another role or none. Set ${right} to the address of the login that npm run migrate created from ${right}`;
  if (code === '22023' && message.includes(name))
    return `The database of ${variable} has no role ${name}: run npm run migrate, which creates it`;
  return code === '42P01'
    ? `The database of ${variable} is the wrong one, or has the tables of another version (npm run migrate): ${message}`
    : undefined;
}

/** Returns whether the server refused the connection itself, not a statement. */
function isRefusedConnection(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string };
  return code === '42501' && severity === 'FATAL';
}
