import { explainRefusedLogin, openRedisCheck } from '../../../../src/platform/jobs/check-redis.ts';
import {
  openAskingConnection,
  type RedisConnection,
  serversOf,
} from '../../../../src/platform/jobs/connection.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

const PATIENCE_MS = 5000;
/** What BullMQ's scripts need. */
const MIN_VERSION = [6, 2] as const;
/** Of maxmemory, above which jobs may soon be refused. */
const FULL = 0.8;

/** Each Redis that the settings name: whether it takes what is written, throws nothing away, and finds its jobs again after a restart. */
export async function checkRedis({ processes }: Patient): Promise<Finding[]> {
  const readers = processes.filter(({ kind }) => kind !== 'migrate');
  const urls = new Set(readers.flatMap(({ environment }) => environment?.REDIS_URL ?? []));
  if (urls.size === 0) return [skip('no settings that could be read name one')];
  return (await Promise.all([...urls].map(judge))).flat();
}

type Server = ReturnType<typeof serversOf>[number];

async function judge(url: string): Promise<Finding[]> {
  const redis = openAskingConnection(url, PATIENCE_MS);
  let failure: unknown;
  redis.on('error', (error) => (failure = error));
  try {
    await redis.connect();
    const state = await openRedisCheck(redis)();
    if (state.includes('out of memory')) return [await explainFull(redis, state)];
    if (state !== 'ok')
      return [fail(state, 'mend it: nothing is lost meanwhile, and work starts seconds later')];
    return (await Promise.all(serversOf(redis).map(judgeServer))).flat();
  } catch (error) {
    const why =
      explainRefusedLogin(failure ?? error) ?? `not reachable: ${describeErrorCode(failure ?? error)}`;
    return [fail(why, 'start Redis, or mend REDIS_URL')];
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

/** It is there and takes nothing more. Not every login may ask how full it is. */
async function explainFull(redis: RedisConnection, state: string): Promise<Finding> {
  const memory = read(await redis.info('memory').catch(() => ''));
  const used = memory('used_memory_human');
  const says = used === '' ? state : `${state}: ${used} are used of ${memory('maxmemory_human')} (maxmemory)`;
  return fail(
    says,
    'redis-cli config set maxmemory … (more than it uses; nothing is lost meanwhile). That is lost at its next start unless its configuration says so, too: redis.conf, or config rewrite',
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
            `maxmemory-policy is ${policy}: it may throw hints away`,
            'set maxmemory-policy noeviction (redis.conf, or CONFIG SET)',
          ),
        ]),
    ...judgeMemory(Number(memory('used_memory')), Number(memory('maxmemory'))),
    ...(await judgePersistence(redis, persistence)),
  ];
  return found.length > 0 ? found : [ok(`${version}, noeviction, on disk`)];
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
  if (broken.length > 0) return [fail(`${broken.join(', ')}: err`, 'look at its disk and its log')];
  if (persistence('aof_enabled') === '1') return [];
  // Not every login may ask.
  const save = await redis.config('GET', 'save').catch(() => ['save', '?']);
  return save[1] === ''
    ? [
        warn(
          'it keeps nothing on disk: after its restart workers find their work again, but nobody knows which database was in use',
          'set appendonly yes',
        ),
      ]
    : [];
}
