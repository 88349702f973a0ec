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
/** Wrong login, no such database, too many connections. */
const REFUSED = /^(?:28\w{3}|3D000|53300)$/;

/**
 * Says which variable leads to a database that cannot be reached or refuses the login.
 * @returns one line; undefined for any other error.
 */
export function explainDatabaseError(error: unknown, variable = 'DATABASE_URL'): string | undefined {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === 'ECONNREFUSED') return `The database of ${variable} is not reachable`;
  if (UNREACHABLE.includes(code) || TLS.some((part) => code.includes(part)))
    return `The database of ${variable} is not reachable: ${code}`;
  if (REFUSED.test(code)) return `The database of ${variable} refuses: ${message}`;
  return message.includes('does not support SSL')
    ? `The database of ${variable} speaks no TLS, and its sslmode wants it`
    : undefined;
}
