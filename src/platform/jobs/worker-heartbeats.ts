import { WORKER_DUTIES } from '../../contracts/codes.ts';
import type { JobQueues } from './job-queues.ts';

/*
 * Worker heartbeats. Each worker regularly records that it is alive and which duties it has. Redis
 * expires a heartbeat by its own clock, so that a worker that died, hangs or was stopped is noticed
 * within a minute, whatever the clocks of the machines show. The time of each duty's last heartbeat
 * is kept, to report since when no worker has that duty.
 */

export type Duty = (typeof WORKER_DUTIES)[number];

/** The workers that have a duty. */
export type DutyView = {
  readonly duty: Duty;
  /** The number of workers with a heartbeat within the last minute. */
  readonly workers: number;
  /** The last heartbeat of any worker, in milliseconds since 1970; null if none is known. */
  readonly lastHeartbeatAt: number | null;
};

export type Heartbeat = {
  readonly host: string;
  readonly pid: number;
  readonly duties: readonly Duty[];
};

type QueueRedis = Pick<JobQueues, 'connection' | 'prefix'>;

/** Four heartbeat intervals. */
const ALIVE_SECONDS = 60;

const keysOf = (prefix: string) => ({
  /** The names of the workers, so that no scan of all keys is necessary. */
  names: `${prefix}:alive`,
  last: `${prefix}:alive-last`,
  one: (name: string) => `${prefix}:alive:${name}`,
});

/**
 * Records that a worker is alive.
 * @throws if Redis is unavailable or refuses writes.
 */
export async function sendHeartbeat(
  { connection, prefix }: QueueRedis,
  { host, pid, duties }: Heartbeat,
  now: Date,
): Promise<void> {
  const keys = keysOf(prefix);
  const name = `${host}:${pid}`;
  const at = now.getTime();
  const answers = await connection
    .multi()
    .set(keys.one(name), JSON.stringify({ duties, at }), 'EX', ALIVE_SECONDS)
    .sadd(keys.names, name)
    .hset(keys.last, Object.fromEntries(duties.map((duty) => [duty, at])))
    .exec();
  const failed = answers?.find(([error]) => error !== null);
  if (failed) throw failed[0]!;
}

/**
 * Returns whether any worker has sent a heartbeat within the last minute. Changes nothing.
 * @throws if Redis is unavailable.
 */
export async function isAnyAlive({ connection, prefix }: QueueRedis): Promise<boolean> {
  const keys = keysOf(prefix);
  const names = await connection.smembers(keys.names);
  const signs = names.length === 0 ? [] : await connection.mget(names.map(keys.one));
  return signs.some((sign) => sign !== null);
}

/**
 * Returns the workers of each duty.
 * @throws if Redis is unavailable.
 */
export async function readDuties({ connection, prefix }: QueueRedis): Promise<DutyView[]> {
  const keys = keysOf(prefix);
  const names = await connection.smembers(keys.names);
  const signs = names.length === 0 ? [] : await connection.mget(names.map(keys.one));
  const gone = names.filter((_name, index) => signs[index] === null);
  // A worker that has sent a heartbeat meanwhile adds its name again with the next one.
  await Promise.all(gone.map((name) => connection.srem(keys.names, name))).catch(() => {});
  const alive = signs
    .filter((sign) => sign !== null)
    .map((sign) => JSON.parse(sign) as { duties: readonly Duty[] });
  const last = await connection.hgetall(keys.last);
  return WORKER_DUTIES.map((duty) => ({
    duty,
    workers: alive.filter(({ duties }) => duties.includes(duty)).length,
    lastHeartbeatAt: last[duty] === undefined ? null : Number(last[duty]),
  }));
}
