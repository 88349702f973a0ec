import { WORKER_DUTIES } from '../../contracts/codes.ts';
import type { Hints } from './hints.ts';

/*
 * Which workers are alive: each writes down now and then that it is, and what it works for. Redis forgets a sign by its own clock, so that a worker that died, hangs or
 * is stopped is missed soon, whatever the clocks of the machines say. The duties' last signs stay, to tell since when nobody works for one.
 */

export type Duty = (typeof WORKER_DUTIES)[number];

/** Who works for a duty. */
export type DutyView = {
  readonly duty: Duty;
  /** Workers that gave a sign within the last minute. */
  readonly workers: number;
  /** Of any worker, in milliseconds since 1970; null where none is known. */
  readonly lastHeartbeatAt: number | null;
};

export type Heartbeat = {
  readonly host: string;
  readonly pid: number;
  readonly duties: readonly Duty[];
};

type Place = Pick<Hints, 'connection' | 'prefix'>;

/** Four signs. */
const ALIVE_SECONDS = 60;

const keysOf = (prefix: string) => ({
  /** Names of the workers, so that nobody looks through all keys. */
  names: `${prefix}:alive`,
  last: `${prefix}:alive-last`,
  one: (name: string) => `${prefix}:alive:${name}`,
});

/** Writes down that a worker is alive. @throws when Redis is away, or takes no writes. */
export async function sendHeartbeat(
  { connection, prefix }: Place,
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

/** Who works for each duty. @throws when Redis is away. */
export async function readDuties({ connection, prefix }: Place): Promise<DutyView[]> {
  const keys = keysOf(prefix);
  const names = await connection.smembers(keys.names);
  const signs = names.length === 0 ? [] : await connection.mget(names.map(keys.one));
  const gone = names.filter((_name, index) => signs[index] === null);
  // One that wrote meanwhile writes its name again with its next sign.
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
