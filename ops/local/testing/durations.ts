import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LOCAL } from '../boot/layout.ts';

/** The duration of each test file in ms, including its hooks, by its path in the project. */
export type Durations = Readonly<Record<string, number>>;

/**
 * Returns the file of a vitest project. Each project has its own, because they run in separate
 * processes and may end at the same time.
 */
const locate = (project: string, place: string) => path.join(place, `${project}.json`);

/** The directory with the durations of earlier runs on this machine. */
const DURATIONS_PLACE = path.join(LOCAL, 'test-durations');

/**
 * Reads the durations of the last runs of a project's files.
 * @returns an empty object if none has run yet.
 */
export function readDurations(project: string, place = DURATIONS_PLACE): Durations {
  const file = locate(project, place);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Durations) : {};
}

/**
 * Stores the durations of files. Files that did not run keep their last duration, unless they were
 * removed.
 */
export function keepDurations(
  project: string,
  durations: Durations,
  isThere: (file: string) => boolean,
  place = DURATIONS_PLACE,
): void {
  const known = Object.entries({ ...readDurations(project, place), ...durations });
  mkdirSync(place, { recursive: true });
  const unfinished = `${locate(project, place)}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(Object.fromEntries(known.filter(([file]) => isThere(file)))));
  // Another run may read the file at any time.
  renameSync(unfinished, locate(project, place));
}
