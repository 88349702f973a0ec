import { readdir } from 'node:fs/promises';
import { isInSeries } from './series.ts';

/**
 * Start of the nightly backup in milliseconds after midnight UTC: 02:30, the same as with systemd
 * and in Kubernetes.
 */
const START_MS = (2 * 60 + 30) * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns when the next nightly backup starts.
 * @param newest name of the newest backup of the series; null if there is none.
 * @returns `now` if the backup of the last night is missing.
 */
export function findNextBackup(now: Date, newest: string | null): Date {
  const today = now.getTime() - (now.getTime() % DAY_MS) + START_MS;
  const last = today > now.getTime() ? today - DAY_MS : today;
  return newest === null || readMoment(newest) < last ? now : new Date(last + DAY_MS);
}

/** Returns the name of the newest backup of the series in a directory, or null if there is none. */
export async function findNewestBackup(directory: string): Promise<string | null> {
  return (await readdir(directory)).filter(isInSeries).toSorted().at(-1) ?? null;
}

/** Parses a name such as 2026-11-24T02-30-00Z into milliseconds since 1970. */
function readMoment(name: string): number {
  const [date, time = ''] = name.split('T');
  return Date.parse(`${date}T${time.replaceAll('-', ':')}`);
}
