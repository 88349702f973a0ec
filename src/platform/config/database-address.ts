import { listAddresses } from '../addresses/server-addresses.ts';
import {
  findCommonFault,
  findFileFault,
  findParameterFault,
  findPartFault,
  readAddress,
} from './address-faults.ts';

/**
 * The parameters that the connections use. MikroORM and node-postgres would silently ignore others.
 */
const DATABASE_PARAMETERS = [
  'ssl',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'uselibpqcompat',
  'target_session_attrs',
  'load_balance_hosts',
  'pgbouncer',
];
/**
 * The supported values of libpq's parameter. The engine cannot work on a standby, so those that
 * select one are refused.
 */
const WANTED_SERVERS = ['read-write', 'primary', 'any'];
const BALANCES = ['disable', 'random'];
const MAX_HOSTS = 16;
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const SSL_FILES = ['sslrootcert', 'sslcert', 'sslkey'];

/** Checks an address of PostgreSQL in libpq's syntax. Unsupported features are refused. */
export function findDatabaseFault(text: string): string | undefined {
  const urls = listAddresses(text).map((address) => readAddress(address, ['postgres:', 'postgresql:']));
  const [url] = urls;
  if (!url || urls.includes(null))
    return 'must be an address like postgres://user:password@host:5432/database';
  const database = url.pathname.slice(1);
  const { searchParams: parameters } = url;
  return (
    urls.map((each) => findCommonFault(each!)).find(Boolean) ??
    (database === '' || database.includes('/') ? 'must name one database after the host' : undefined) ??
    findPartFault(parameters) ??
    findParameterFault(parameters, DATABASE_PARAMETERS) ??
    findEncryptionFault(parameters) ??
    findServersFault(parameters, urls.length)
  );
}

/** Without target_session_attrs libpq would take the first host that answers, even a standby. */
function findServersFault(parameters: URLSearchParams, hosts: number): string | undefined {
  const wanted = parameters.get('target_session_attrs');
  const balance = parameters.get('load_balance_hosts');
  if (hosts > MAX_HOSTS) return `must name at most ${MAX_HOSTS} hosts`;
  if (wanted === null && hosts > 1)
    return 'must have target_session_attrs=read-write (or primary) if it names several hosts, or any if each of them leads to the primary';
  if (wanted !== null && !WANTED_SERVERS.includes(wanted))
    return `must have target_session_attrs of ${WANTED_SERVERS.join(', ')}: the engine cannot work on a standby`;
  if (parameters.has('pgbouncer') && !['true', 'false'].includes(parameters.get('pgbouncer')!))
    return 'must have pgbouncer=true or pgbouncer=false';
  return balance === null || BALANCES.includes(balance)
    ? undefined
    : `must have load_balance_hosts of ${BALANCES.join(', ')}`;
}

/** An unknown mode would silently turn encryption off. */
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
    return 'must name a file in sslrootcert if sslmode is verify-ca';
  }
  if (parameters.has('ssl') && modes.length > 0) return 'must have either ssl or sslmode, not both';
  const files = SSL_FILES.filter((name) => parameters.has(name));
  const isOff = modes.includes('disable') || ['false', '0'].includes(parameters.get('ssl') ?? '');
  if (isOff && files.length > 0) return `must not have ${files[0]} without encryption`;
  if (parameters.has('sslcert') !== parameters.has('sslkey'))
    return 'must have both sslcert and sslkey, or neither';
  return SSL_FILES.map((name) => findFileFault(name, parameters.get(name))).find(Boolean);
}
