const MASK = '[redacted]';

/* Ends of member names whose value is a secret, whatever stands before: `DASHBOARD_PASSWORD`, `x-api-key`, `sessionToken`. */
const NAME = '[\\w-]{0,40}(?:authorization|cookie|api[_-]?key|token|secret|password|passphrase)';

const STRING = '"(?:[^"\\\\]|\\\\.)*"';
/*
 * A list is masked to the first bracket behind it that stands in none of its strings, and to the end where there is none: looking for it again from
 * every member would take the square of the time.
 */
const MEMBER = new RegExp(`("${NAME}":)(?:${STRING}|\\[(?:[^"\\]]|${STRING})*\\]?)`, 'gi');
/* The same inside a JSON text that is itself a string, where quotes are written \". */
const NESTED_MEMBER = new RegExp(`(\\\\"${NAME}\\\\"\\s{0,4}:\\s{0,4}\\\\")[^"\\\\]*`, 'gi');
const TOKEN = /\b(?:org_(?:live|test)|ses)_[\w-]{16,}/g;
const CREDENTIALS = /\b(Bearer|Basic) [\w.~+/=-]+/gi;
const USER_INFO = /(\w:\/\/)[^\s"/@]+@/g;

/**
 * Masks secrets in a finished log line: the last place that every line passes, so that neither an error's text nor a
 * forgotten member carries one out.
 * @param line one JSON object as text; stays valid JSON.
 */
export function maskSecrets(line: string): string {
  return line
    .replace(MEMBER, `$1"${MASK}"`)
    .replace(NESTED_MEMBER, `$1${MASK}`)
    .replace(TOKEN, MASK)
    .replace(CREDENTIALS, `$1 ${MASK}`)
    .replace(USER_INFO, `$1${MASK}@`);
}
