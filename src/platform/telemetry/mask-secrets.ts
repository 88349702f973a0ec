const MASK = '[redacted]';

/*
 * Member names with secret values, by their endings: `DASHBOARD_PASSWORD`, `x-api-key`,
 * `sessionToken`.
 */
const NAME = '[\\w-]{0,40}(?:authorization|cookie|api[_-]?key|token|secret|password|passphrase)';

const STRING = '"(?:[^"\\\\]|\\\\.)*"';
/*
 * A list is masked up to the first closing bracket outside its strings, or to the end of the line
 * if there is none. Searching for the bracket again from every member would take quadratic time.
 */
const MEMBER = new RegExp(`("${NAME}":)(?:${STRING}|\\[(?:[^"\\]]|${STRING})*\\]?)`, 'gi');
/*
 * The same in a JSON text within a string, where quotes are escaped as \".
 */
const NESTED_MEMBER = new RegExp(`(\\\\"${NAME}\\\\"\\s{0,4}:\\s{0,4}\\\\")[^"\\\\]*`, 'gi');
const TOKEN = /\b(?:org_(?:live|test)|ses)_[\w-]{16,}|\bwhsec_[\w+/-]{16,}={0,2}/g;
const CREDENTIALS = /\b(Bearer|Basic) [\w.~+/=-]+/gi;
const USER_INFO = /(\w:\/\/)[^\s"/@]+@/g;

/**
 * Masks secrets in a finished log line. Every line passes here last, so that neither the text of an
 * error nor an overlooked member reveals a secret.
 * @param line one JSON object as text. The result is valid JSON.
 */
export function maskSecrets(line: string): string {
  return line
    .replace(MEMBER, `$1"${MASK}"`)
    .replace(NESTED_MEMBER, `$1${MASK}`)
    .replace(TOKEN, MASK)
    .replace(CREDENTIALS, `$1 ${MASK}`)
    .replace(USER_INFO, `$1${MASK}@`);
}
