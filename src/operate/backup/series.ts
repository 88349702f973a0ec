import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { UNFINISHED } from '../../platform/files/durable-files.ts';
import { readManifest } from './manifest.ts';

/*
 * Scheduled backups are stored side by side. The name of each is its start time, so the names sort
 * by age.
 */

const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;

/**
 * Returns the name of a backup that starts at `moment`, for example 2026-11-24T02-30-00Z. It
 * contains no colons, because some file systems do not allow them.
 */
export function nameInSeries(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** Returns whether a name has the form that `nameInSeries` returns. */
export function isInSeries(name: string): boolean {
  return NAME.test(name);
}

/**
 * Removes the oldest complete backups of a series. Directories with other names and incomplete
 * backups are not touched.
 * @param keep number of the newest backups that remain.
 * @returns the names of the removed backups, oldest first.
 */
export async function removeOldest(directory: string, keep: number): Promise<string[]> {
  const series = (await readdir(directory)).filter(isInSeries).toSorted();
  const whole = series.filter((name) => isBackup(path.join(directory, name)));
  const old = whole.slice(0, Math.max(0, whole.length - keep));
  for (const name of old) {
    const place = path.join(directory, name);
    // Renamed first, so that a partly removed backup is never taken for a complete one.
    await rename(place, `${place}${UNFINISHED}`);
    await rm(`${place}${UNFINISHED}`, { recursive: true });
  }
  return old;
}

function isBackup(place: string): boolean {
  try {
    readManifest(place);
    return true;
  } catch {
    return false;
  }
}
