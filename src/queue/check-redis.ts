import type { Redis } from 'ioredis';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_PREFIX } from './hints.ts';

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

/**
 * Whether Redis takes what is written: one that hangs keeps its connections, and one that only reads, as after a failover, works on no job.
 * @param prefix of the queues' keys, below which it leaves a trace for a minute.
 * @returns `ok`, or what is wrong.
 */
export async function checkRedis(redis: Redis, prefix = DEFAULT_PREFIX): Promise<string> {
  if (redis.status !== 'ready') return 'not reachable';
  const written = redis.set(`${prefix}:readiness`, '', 'EX', TRACE_SECONDS).then(() => 'ok', explain);
  return Promise.race([written, wait(PATIENCE_MS, 'does not answer', { ref: false })]);
}

function explain(error: Error): string {
  if (error.name !== 'ReplyError') return 'not reachable';
  const [code = ''] = error.message.split(' ', 1);
  return REFUSALS[code] ?? `refuses writes: ${code}`;
}
