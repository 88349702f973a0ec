import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { UNFINISHED } from '../../platform/files/durable-files.ts';
import { readManifest } from './manifest.ts';

/* Backups that a timer makes lie beside each other, each under the moment of its beginning, so that their names sort by age. */

const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;

/** The name of a backup that begins at a moment: 2026-11-24T02-30-00Z, since not every disk takes a colon. */
export function nameInSeries(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** Tells whether a name is one that `nameInSeries` gives. */
export function isInSeries(name: string): boolean {
  return NAME.test(name);
}

/**
 * Removes the oldest backups of a series. Nothing else that lies there is touched: neither what has a name of its own, nor what is not whole.
 * @param keep how many of the newest stay.
 * @returns the names of those that are gone, the oldest first.
 */
export async function removeOldest(directory: string, keep: number): Promise<string[]> {
  const series = (await readdir(directory)).filter(isInSeries).toSorted();
  const whole = series.filter((name) => isBackup(path.join(directory, name)));
  const old = whole.slice(0, Math.max(0, whole.length - keep));
  for (const name of old) {
    const place = path.join(directory, name);
    // So that what is half removed is never taken for one that is whole.
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
