import type { RedisConnection } from './connection.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { RedisNotUsed } from './installation-gate.ts';
import { QUEUE_NAMES } from '../../contracts/codes.ts';
import { DEFAULT_PREFIX, prefixOf } from './keys.ts';

/** Shorter than the time limit of `/readyz`, so that the answer names the dependency that hangs. */
const PATIENCE_MS = 1500;
const TRACE_SECONDS = 60;

/** The code with which Redis refuses a write, even if it still answers reads. */
const REFUSALS: Readonly<Record<string, string>> = {
  READONLY: 'read-only: the server is a replica',
  OOM: 'refuses writes: out of memory',
  MISCONF: 'refuses writes: it cannot write to its disk',
  NOREPLICAS: 'refuses writes: too few replicas follow it',
  NOPERM: 'refuses writes: the login may not write',
};

/** The commands that BullMQ's scripts and the engine use, besides those that open a connection. */
export const NEEDED_COMMANDS: readonly string[] = `
  bzpopmin decrby del evalsha exists expire get hdel hexists hget hgetall hincrby hlen hmget
  hmset hset hsetnx incr incrby lindex llen lpop lpos lpush lrange lrem lset ltrim mget multi
  persist pexpire pexpireat pttl rename rpop rpoplpush rpush sadd scard set sismember smembers
  srem time type unlink xadd xdel xlen xrange xread xtrim zadd zcard zcount zlexcount zpopmin
  zrange zrangebylex zrangebyscore zrem zremrangebyrank zremrangebyscore zrevrange
  zrevrangebyscore zscore`
  .trim()
  .split(/\s+/);

/**
 * Returns those of the commands that the login may not run on the key, and those of further keys on
 * which it may run none. Redis before 7.0 cannot tell: the script then only proves that scripts
 * run.
 */
const FIND_DENIED = `
  local denied, keys = {}, {}
  if redis.acl_check_cmd then
    for name in string.gmatch(ARGV[1], '%a+') do
      local known, allowed = pcall(redis.acl_check_cmd, name, KEYS[1])
      if known and not allowed then denied[#denied + 1] = name end
    end
    for key in string.gmatch(ARGV[2], '%S+') do
      if not redis.acl_check_cmd('set', key, '') then keys[#keys + 1] = key end
    end
  end
  return { denied, keys }`;

/** The code with which Redis refuses a login, and the fault in REDIS_URL that causes it. */
const LOGIN_REFUSALS: Readonly<Record<string, string>> = {
  WRONGPASS: 'refuses the login: wrong password or user (WRONGPASS)',
  NOAUTH: 'refuses the login: it requires a password (NOAUTH)',
};

/** Explains why a Redis that answers refuses a connection. Returns null for any other error. */
export function explainRefusedLogin(error: unknown): string | null {
  const { message = '' } = error as { message?: string };
  return LOGIN_REFUSALS[/\b(?:WRONGPASS|NOAUTH)\b/.exec(message)?.[0] ?? ''] ?? null;
}

/**
 * Opens a check of whether Redis accepts writes. A Redis that hangs keeps its connections open, and
 * one that is read-only, as after a failover, runs no jobs.
 * @param prefix of the queues' keys. The check writes a key below it that expires after a minute.
 * @returns the check, which resolves to `ok` or to a description of the fault.
 */
export function openRedisCheck(redis: RedisConnection, prefix = DEFAULT_PREFIX): () => Promise<string> {
  let refused: string | null = null;
  redis.on('error', (error: unknown) => (refused = explainRefusedLogin(error)));
  return () => {
    if (redis.status !== 'ready') return Promise.resolve(refused ?? 'not reachable');
    const used = use(redis, prefix).catch(explain);
    return Promise.race([used, wait(PATIENCE_MS, 'does not answer', { ref: false })]);
  };
}

/**
 * Writes a key, and asks which commands the login may run, and whether it may use the keys of the
 * queues.
 */
async function use(redis: RedisConnection, prefix: string): Promise<string> {
  const key = `${prefix}:readiness`;
  await redis.set(key, '', 'EX', TRACE_SECONDS);
  const queues = QUEUE_NAMES.map((name) => `${prefixOf(name, prefix)}:${name}:wait`).join(' ');
  const commands = NEEDED_COMMANDS.join(' ');
  const [denied, keys] = (await redis.eval(FIND_DENIED, 1, key, commands, queues)) as [string[], string[]];
  if (denied.length > 0) return denyCommands(denied);
  return keys.length === 0 ? 'ok' : denyKeys(keys, prefix);
}

/** The beginning of the state of a Redis whose login may not run a needed command. */
export const DENIES_COMMANDS = 'refuses commands';

const denyCommands = (names: readonly string[]) =>
  `${DENIES_COMMANDS} of the engine: the login may not run ${names.join(', ')}`;

/**
 * Names the pattern that allows all keys of the engine, those of the queues and those beside them:
 * `~{ibe*`.
 */
const denyKeys = ([key = '']: readonly string[], prefix: string) =>
  `${DENIES_COMMANDS} of the engine: the login may not use the key ${key}; allow the pattern ~${prefix.slice(0, -1)}*`;

function explain(error: Error): string {
  if (error instanceof RedisNotUsed) return error.message;
  if (error.name !== 'ReplyError') return 'not reachable';
  const [code = ''] = error.message.split(' ', 1);
  const denied = code === 'NOPERM' ? /run the '(\w+)/.exec(error.message)?.[1] : undefined;
  if (denied !== undefined && denied !== 'set') return denyCommands([denied]);
  return REFUSALS[code] ?? explainRefusedLogin(error) ?? `refuses writes: ${code}`;
}
