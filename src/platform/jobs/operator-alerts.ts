import type { RedisConnection } from './connection.ts';
import type { JobQueues } from './job-queues.ts';
import { describePause, readPauses } from './pauses.ts';

/*
 * Alerts that operators should see and that no job shows. Workers write them to Redis and the
 * dashboard displays them. A lost alert is written again, and an alert that no worker renews
 * expires after 30 minutes. Paused queues are read directly, whether a worker runs or not.
 */

/** The subjects of alerts. */
export type OperatorAlertName = 'issuers-without-address';

const LASTING_SECONDS = 1800;
const MAX_LINES = 5;

const keyOf = (prefix: string) => `${prefix}:notices`;

/**
 * Writes the alert about a subject and replaces the previous one. It stores at most five lines and
 * the number of further ones; an empty list clears the alert.
 */
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

/**
 * Returns the lines of all current alerts, including paused queues.
 * @throws if Redis is unavailable.
 */
export async function readOperatorAlerts(
  place: Pick<JobQueues, 'queues' | 'connection' | 'prefix'>,
  now: Date,
): Promise<readonly string[]> {
  const { connection, prefix } = place;
  const pauses = await readPauses(place, now);
  const names: readonly OperatorAlertName[] = ['issuers-without-address'];
  const texts = await connection.mget(names.map((name) => `${keyOf(prefix)}:${name}`));
  const written = texts.flatMap((text) => (text === null ? [] : (JSON.parse(text) as string[])));
  return [...pauses.map(describePause), ...written];
}
