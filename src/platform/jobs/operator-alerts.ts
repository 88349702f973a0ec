import type { RedisConnection } from './connection.ts';
import type { Hints } from './hints.ts';
import { describePause, readPauses } from './pauses.ts';

/*
 * What operators should know and no job tells: workers write it down in Redis, the dashboard shows it on its page. It is a hint like all of
 * Redis: lost, it is written anew; what no worker writes any more is gone after a while. Paused queues are looked for, whether a worker runs or not.
 */

/** What there are notices about. */
export type OperatorAlertName = 'issuers-without-address';

const LASTING_SECONDS = 1800;
const MAX_LINES = 5;

const keyOf = (prefix: string) => `${prefix}:notices`;

/** Writes down what is to be told about something; nothing takes an earlier notice back. */
export async function writeOperatorAlert(
  connection: RedisConnection,
  prefix: string,
  name: OperatorAlertName,
  lines: readonly string[],
): Promise<void> {
  const left = lines.length - MAX_LINES;
  const told = left > 0 ? [...lines.slice(0, MAX_LINES), `… and ${left} more`] : lines;
  await connection.set(`${keyOf(prefix)}:${name}`, JSON.stringify(told), 'EX', LASTING_SECONDS);
}

/** All that is to be told now, in lines. @throws when Redis is away. */
export async function readOperatorAlerts(
  place: Pick<Hints, 'queues' | 'connection' | 'prefix'>,
  now: Date,
): Promise<readonly string[]> {
  const { connection, prefix } = place;
  const pauses = await readPauses(place, now);
  const names: readonly OperatorAlertName[] = ['issuers-without-address'];
  const texts = await connection.mget(names.map((name) => `${keyOf(prefix)}:${name}`));
  const written = texts.flatMap((text) => (text === null ? [] : (JSON.parse(text) as string[])));
  return [...pauses.map(describePause), ...written];
}
