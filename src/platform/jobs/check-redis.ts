import type { RedisConnection } from './connection.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_PREFIX } from './keys.ts';

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
 * Opens a check of whether Redis accepts writes. A Redis that hangs keeps its connections open, and one that is
 * read-only, as after a failover, runs no jobs.
 * @param prefix of the queues' keys. The check writes a key below it that expires after a minute.
 * @returns the check, which resolves to `ok` or to a description of the fault.
 */
export function openRedisCheck(redis: RedisConnection, prefix = DEFAULT_PREFIX): () => Promise<string> {
  let refused: string | null = null;
  redis.on('error', (error: unknown) => (refused = explainRefusedLogin(error)));
  return () => {
    if (redis.status !== 'ready') return Promise.resolve(refused ?? 'not reachable');
    const written = redis.set(`${prefix}:readiness`, '', 'EX', TRACE_SECONDS).then(() => 'ok', explain);
    return Promise.race([written, wait(PATIENCE_MS, 'does not answer', { ref: false })]);
  };
}

function explain(error: Error): string {
  if (error.name !== 'ReplyError') return 'not reachable';
  const [code = ''] = error.message.split(' ', 1);
  return REFUSALS[code] ?? explainRefusedLogin(error) ?? `refuses writes: ${code}`;
}
