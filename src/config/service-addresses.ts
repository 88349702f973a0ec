import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';

/*
 * Addresses of other services, judged as text alone: nothing is connected to. Each function gives what is wrong, to be read after the
 * variable's name, or undefined. It never repeats a part of the address: there are passwords in them.
 */

/** What `readEncryption` takes from an address. MikroORM and node-postgres would leave the others out without a word. */
const DATABASE_PARAMETERS = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat'];
const REDIS_PARAMETERS = ['family'];
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const SSL_FILES = ['sslrootcert', 'sslcert', 'sslkey'];
/** What belongs before the question mark: two places could contradict each other. */
const PARTS = ['host', 'port', 'user', 'password', 'db', 'dbname', 'database'];
const HIGHEST_REDIS_DATABASE = 9999;
const NUMBER = /^\d{1,4}$/;
const PARAMETER_NAME = /^[a-z][a-z_]{0,39}$/i;
const HOST_LABEL = /^[a-z0-9_][a-z0-9_-]{0,62}$/i;
/** `1.2.3` is no name, but a shortened address. */
const NUMBER_ALONE = /^\d+$/;
const BROKEN_ENCODING = 'has a % that encodes nothing (write %25 for a % itself)';

/** An address of PostgreSQL, as MikroORM and node-postgres read it. */
export function findDatabaseFault(text: string): string | undefined {
  const url = readAddress(text, ['postgres:', 'postgresql:']);
  if (url === null) return 'must be an address like postgres://user:password@host:5432/database';
  const database = url.pathname.slice(1);
  const { searchParams: parameters } = url;
  return (
    findCommonFault(url) ??
    (database === '' || database.includes('/') ? 'must name one database after the host' : undefined) ??
    findPartFault(parameters) ??
    findParameterFault(parameters, DATABASE_PARAMETERS) ??
    findEncryptionFault(parameters)
  );
}

/** An address of Redis, as ioredis reads it. */
export function findRedisFault(text: string): string | undefined {
  const url = readAddress(text, ['redis:', 'rediss:']);
  if (url === null) return 'must be an address like redis://:password@host:6379/0';
  const database = url.pathname.slice(1);
  const isDatabase = database === '' || (NUMBER.test(database) && Number(database) <= HIGHEST_REDIS_DATABASE);
  const { searchParams: parameters } = url;
  return (
    findCommonFault(url) ??
    (isDatabase ? undefined : 'must end with the number of a database, or with none') ??
    findPartFault(parameters) ??
    findParameterFault(parameters, REDIS_PARAMETERS) ??
    (['4', '6', null].includes(parameters.get('family')) ? undefined : 'must have family=4 or family=6')
  );
}

/** An address of a web service. */
export function findWebFault(text: string): string | undefined {
  const url = readAddress(text, ['http:', 'https:']);
  // `URL` would take the path of `https:///path` for the host.
  if (url === null || /:\/\/[/\\]/.test(text)) return 'must be an address like https://host/path';
  if (url.username !== '' || url.password !== '') return 'must carry no user or password';
  return findCommonFault(url);
}

/** An address or a name that a server can listen on. */
export function findHostFault(text: string): string | undefined {
  const labels = text.split('.');
  const isName = labels.every((label) => HOST_LABEL.test(label)) && !NUMBER_ALONE.test(labels.at(-1)!);
  // Multicast and broadcast: nobody could connect.
  if (isIP(text) === 4 && Number(text.split('.', 1)[0]) >= 224)
    return 'must be an address that one host can have';
  if (isIP(text) !== 0 || isName) return undefined;
  return 'must be an IP address (IPv6 without brackets) or the name of this host';
}

function readAddress(text: string, protocols: readonly string[]): URL | null {
  // `URL` would drop blanks at the ends and line breaks anywhere.
  if (/\s/.test(text)) return null;
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) && text.includes('://') ? url : null;
}

function findCommonFault(url: URL): string | undefined {
  if (url.hostname === '') return 'must name a host';
  if (url.port === '0') return 'must name a port from 1 to 65535, or none';
  if (url.hash !== '') return 'has a # that must be written %23';
  const parts = [url.username, url.password, url.hostname, url.pathname];
  if (!parts.every(isDecodable) || !isDecodable(url.search)) return BROKEN_ENCODING;
  if (decodeURIComponent(parts.join('')).includes('\0')) return 'has a %00, which no name has';
  return url.hostname.includes(',') ? 'must name one host' : undefined;
}

function findPartFault(parameters: URLSearchParams): string | undefined {
  const part = PARTS.find((name) => parameters.has(name));
  return part === undefined ? undefined : `must tell ${part} before the ?, not as a parameter`;
}

/** One that is not known, or is there twice, would mean nothing, without a word. */
function findParameterFault(parameters: URLSearchParams, known: readonly string[]): string | undefined {
  const names = [...parameters.keys()];
  const wrong = names.find((name) => !known.includes(name));
  const twice = known.find((name) => parameters.getAll(name).length > 1);
  if (wrong !== undefined) {
    // What does not look like a name may be a part of a password.
    const told = PARAMETER_NAME.test(wrong) ? ` ${wrong}` : '';
    return `has a parameter${told} that is not known here; there is ${known.join(', ')}`;
  }
  return twice === undefined ? undefined : `has the parameter ${twice} twice`;
}

/** A mode that is not known would mean no encryption, without a word. */
function findEncryptionFault(parameters: URLSearchParams): string | undefined {
  const modes = parameters.getAll('sslmode');
  if (modes.some((mode) => !SSL_MODES.includes(mode))) {
    return `must have one sslmode, of ${SSL_MODES.join(', ')}`;
  }
  if (parameters.has('ssl') && !['true', 'false', '1', '0'].includes(parameters.get('ssl')!)) {
    return 'must have ssl=true or ssl=false';
  }
  if (parameters.has('uselibpqcompat') && !['true', 'false'].includes(parameters.get('uselibpqcompat')!)) {
    return 'must have uselibpqcompat=true or uselibpqcompat=false';
  }
  if (modes.includes('verify-ca') && parameters.has('uselibpqcompat') && !parameters.has('sslrootcert')) {
    return 'must name a file in sslrootcert where sslmode is verify-ca';
  }
  if (parameters.has('ssl') && modes.length > 0) return 'must have ssl or sslmode, not both';
  const files = SSL_FILES.filter((name) => parameters.has(name));
  const isOff = modes.includes('disable') || ['false', '0'].includes(parameters.get('ssl') ?? '');
  if (isOff && files.length > 0) return `must have no ${files[0]} where there is no encryption`;
  if (parameters.has('sslcert') !== parameters.has('sslkey'))
    return 'must have sslcert and sslkey, or neither';
  return SSL_FILES.map((name) => findFileFault(name, parameters.get(name))).find(Boolean);
}

function findFileFault(name: string, file: string | null): string | undefined {
  if (file === null) return undefined;
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isFile() ? undefined : `names no file in ${name}`;
  } catch (error) {
    return `names a file in ${name} that can't be read: ${(error as NodeJS.ErrnoException).code}`;
  }
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
