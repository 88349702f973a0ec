import { readRedisPath, readRedisScheme, type RedisKind } from '../addresses/redis-address.ts';
import { listAddresses } from '../addresses/server-addresses.ts';
import {
  findCommonFault,
  findFileFault,
  findParameterFault,
  findPartFault,
  readAddress,
} from './address-faults.ts';

const SENTINEL_PARAMETERS = ['sentinelMasterId', 'sentinelUsername', 'sentinelPassword'];
const FILES = ['sslrootcert', 'sslcert', 'sslkey'];
const HIGHEST_REDIS_DATABASE = 9999;
const NUMBER = /^\d{1,4}$/;
/** The names that Sentinel's configuration allows. */
const MASTER = /^[\w.-]{1,120}$/;
const MAX_HOSTS = 64;
const KINDS = ['redis', 'redis+sentinel', 'redis-sentinel', 'redis+cluster', 'redis-cluster'];
const PROTOCOLS = KINDS.flatMap((kind) => [`${kind}:`, `${kind.replace('redis', 'rediss')}:`]);

/** Checks an address of Redis: one server, Sentinels, or the nodes of a cluster. */
export function findRedisFault(text: string): string | undefined {
  const urls = listAddresses(text).map((address) => readAddress(address, PROTOCOLS));
  const [url] = urls;
  if (!url || urls.includes(null)) {
    return 'must be an address like redis://:password@host:6379/0, redis+sentinel://:password@host,host,host/master or redis-cluster://:password@host,host,host';
  }
  const { kind, isEncrypted } = readRedisScheme(url.protocol)!;
  const { searchParams: parameters } = url;
  const known = ['family', ...(kind === 'sentinel' ? SENTINEL_PARAMETERS : []), ...FILES];
  return (
    urls.map((each) => findCommonFault(each!)).find(Boolean) ??
    findPartFault(parameters) ??
    findParameterFault(parameters, known) ??
    findServersFault(url, kind, urls.length) ??
    findEncryptionFault(parameters, isEncrypted) ??
    (['4', '6', null].includes(parameters.get('family')) ? undefined : 'must have family=4 or family=6')
  );
}

function findServersFault(url: URL, kind: RedisKind, hosts: number): string | undefined {
  const { master, database } = readRedisPath(url);
  if (hosts > MAX_HOSTS) return `must name at most ${MAX_HOSTS} hosts`;
  if (kind === 'single' && hosts > 1)
    return 'must name one host; use redis+sentinel:// for sentinels and redis-cluster:// for the nodes of a cluster';
  if (kind === 'sentinel' && !MASTER.test(master))
    return 'must name the master, as configured in the sentinels, after the hosts (redis+sentinel://host,host,host/master)';
  if (kind === 'cluster' && (master !== '' || !['', '0'].includes(database)))
    return 'must end with the hosts, because a cluster has only one database';
  const isNumber = database === '' || (NUMBER.test(database) && Number(database) <= HIGHEST_REDIS_DATABASE);
  return isNumber && (kind === 'sentinel' || master === '')
    ? undefined
    : 'must end with the number of a database, or without one';
}

function findEncryptionFault(parameters: URLSearchParams, isEncrypted: boolean): string | undefined {
  const files = FILES.filter((name) => parameters.has(name));
  if (files.length > 0 && !isEncrypted) return `must begin with rediss if it has ${files[0]}`;
  if (parameters.has('sslcert') !== parameters.has('sslkey'))
    return 'must have both sslcert and sslkey, or neither';
  return FILES.map((name) => findFileFault(name, parameters.get(name))).find(Boolean);
}
