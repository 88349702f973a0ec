import { explainRefusedLogin, openRedisCheck } from '../../../platform/jobs/check-redis.ts';
import { openAskingConnection, type RedisConnection, serversOf } from '../../../platform/jobs/connection.ts';
import { DEFAULT_PREFIX } from '../../../platform/jobs/keys.ts';
import {
  ADVICE_SUPERSEDED,
  describeSuperseded,
  judgeLineage,
} from '../../../platform/postgres/lineage/lineage.ts';
import { readStoredLineage } from '../../../platform/postgres/lineage/lineage-memory.ts';
import {
  ADVICE_OTHER_REDIS,
  type Installation,
  judgeRedis,
  readInstallation,
} from '../../../platform/process/installation-watch.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

const PATIENCE_MS = 5000;
/** The oldest version that BullMQ's scripts support. */
const MIN_VERSION = [6, 2] as const;
/** The share of maxmemory above which Redis may soon refuse jobs. */
const FULL = 0.8;

/**
 * Checks each Redis of the settings: whether it accepts writes, never evicts keys, and keeps its
 * jobs over a restart.
 */
export async function checkRedis({ processes, database }: Patient): Promise<Finding[]> {
  const readers = processes.filter(({ kind }) => kind !== 'migrate');
  const urls = new Set(readers.flatMap(({ environment }) => environment?.REDIS_URL ?? []));
  if (urls.size === 0) return [skip('no settings that could be read name a Redis')];
  const address = readers.flatMap(({ environment }) => environment?.DATABASE_URL ?? [])[0]!;
  // Without a database it is unknown which installation this is; another check reports that.
  const own = database && (await readInstallation(database, address).catch(() => null));
  return (await Promise.all([...urls].map((url) => judge(url, own)))).flat();
}

/**
 * Fails if Redis belongs to another installation, or if another database is active in it. Changes
 * nothing there.
 */
async function judgeOwner(redis: RedisConnection, own: Installation): Promise<Finding[]> {
  const use = await judgeRedis(redis, DEFAULT_PREFIX, own);
  if (!use.isOurs) return [fail(`it ${use.why}`, ADVICE_OTHER_REDIS)];
  const active = await readStoredLineage(redis, DEFAULT_PREFIX);
  return active !== null && judgeLineage(active, own.lineage) === 'superseded'
    ? [fail(`nothing is issued or sent: ${describeSuperseded(active, own.lineage)}`, ADVICE_SUPERSEDED)]
    : [];
}

type Server = ReturnType<typeof serversOf>[number];

async function judge(url: string, own: Installation | null): Promise<Finding[]> {
  const redis = openAskingConnection(url, PATIENCE_MS);
  let failure: unknown;
  redis.on('error', (error) => (failure = error));
  try {
    await redis.connect();
    const found = own === null ? [] : await judgeOwner(redis, own);
    if (found.length > 0) return found;
    const state = await openRedisCheck(redis)();
    if (state.includes('out of memory')) return [await explainFull(redis, state)];
    if (state !== 'ok')
      return [fail(state, 'fix it: nothing is lost meanwhile, and work resumes seconds later')];
    return (await Promise.all(serversOf(redis).map(judgeServer))).flat();
  } catch (error) {
    const why =
      explainRefusedLogin(failure ?? error) ?? `not reachable: ${describeErrorCode(failure ?? error)}`;
    return [fail(why, 'start Redis, or correct REDIS_URL')];
  } finally {
    redis.disconnect();
  }
}

const describeErrorCode = (error: unknown) =>
  (error as { code?: string }).code ?? (error as Error).message.split('\n', 1)[0]!;

const read = (text: string) => (name: string) =>
  text
    .split('\r\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1) ?? '';

/**
 * Explains a Redis that is reachable but out of memory. Some logins may not read its memory usage.
 */
async function explainFull(redis: RedisConnection, state: string): Promise<Finding> {
  const memory = read(await redis.info('memory').catch(() => ''));
  const used = memory('used_memory_human');
  const says =
    used === '' ? state : `${state}: ${used} of ${memory('maxmemory_human')} (maxmemory) are in use`;
  return fail(
    says,
    'run redis-cli config set maxmemory … with more than it uses; nothing is lost meanwhile. To keep the value over a restart, also set it in redis.conf or run config rewrite',
  );
}

async function judgeServer(redis: Server): Promise<Finding[]> {
  const server = read(await redis.info('server'));
  const memory = read(await redis.info('memory'));
  const persistence = read(await redis.info('persistence'));
  const version = server('redis_version');
  const policy = memory('maxmemory_policy');
  const found = [
    ...(isOld(version)
      ? [fail(`version ${version} is too old`, `install Redis ${MIN_VERSION.join('.')} or newer`)]
      : []),
    ...(policy === 'noeviction'
      ? []
      : [
          fail(
            `maxmemory-policy is ${policy}: Redis may evict jobs`,
            'set maxmemory-policy noeviction (redis.conf, or CONFIG SET)',
          ),
        ]),
    ...judgeMemory(Number(memory('used_memory')), Number(memory('maxmemory'))),
    ...(await judgePersistence(redis, persistence)),
  ];
  return found.length > 0 ? found : [ok(`${version}, noeviction, persistent`)];
}

function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1]);
}

function judgeMemory(used: number, most: number): Finding[] {
  return most > 0 && used > most * FULL
    ? [warn(`${Math.round((used / most) * 100)} % of maxmemory are in use`, 'raise maxmemory')]
    : [];
}

async function judgePersistence(redis: Server, persistence: (name: string) => string): Promise<Finding[]> {
  const broken = ['aof_last_write_status', 'rdb_last_bgsave_status'].filter(
    (name) => persistence(name) === 'err',
  );
  if (broken.length > 0) return [fail(`${broken.join(', ')}: err`, 'check its disk and its log')];
  if (persistence('aof_enabled') === '1') return [];
  // Some logins may not read the configuration.
  const save = await redis.config('GET', 'save').catch(() => ['save', '?']);
  return save[1] === ''
    ? [
        warn(
          'it stores nothing on disk: after a restart of Redis workers find their work again, but the engine no longer knows which database was active',
          'set appendonly yes',
        ),
      ]
    : [];
}
