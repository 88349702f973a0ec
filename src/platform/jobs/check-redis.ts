import type { RedisConnection } from './connection.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_PREFIX } from './keys.ts';

/** Shorter than the limit of `/readyz`, so that it names what hangs. */
const PATIENCE_MS = 1500;
const TRACE_SECONDS = 60;

/** What Redis says first when it refuses to write, whatever it still reads. */
const REFUSALS: Readonly<Record<string, string>> = {
  READONLY: 'read-only: the server is a replica',
  OOM: 'refuses writes: out of memory',
  MISCONF: 'refuses writes: it cannot write to its disk',
  NOREPLICAS: 'refuses writes: too few replicas follow it',
  NOPERM: 'refuses writes: the login may not write',
};

/** What it says first to whom it does not let in, and what is wrong with REDIS_URL then. */
const LOGIN_REFUSALS: Readonly<Record<string, string>> = {
  WRONGPASS: 'refuses the login: wrong password or user (WRONGPASS)',
  NOAUTH: 'refuses the login: it wants a password (NOAUTH)',
};

/** Why a Redis that answers does not let a connection in; null for any other error. */
export function explainRefusedLogin(error: unknown): string | null {
  const { message = '' } = error as { message?: string };
  return LOGIN_REFUSALS[/\b(?:WRONGPASS|NOAUTH)\b/.exec(message)?.[0] ?? ''] ?? null;
}

/**
 * Opens the check whether Redis takes what is written: one that hangs keeps its connections, and one that only reads, as after a failover, works on no job.
 * @param prefix of the queues' keys, below which it leaves a trace for a minute.
 * @returns the check, which tells `ok`, or what is wrong.
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
