import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LOCAL } from '../boot/layout.ts';

/** How long each test file took, in ms, with its hooks, by its path in the project. */
export type Durations = Readonly<Record<string, number>>;

/** One file for each project of vitest: several of them end at the same time, each in a process of its own. */
const locate = (project: string, place: string) => path.join(place, `${project}.json`);

/** Where the durations of earlier runs are kept on this machine. */
const DURATIONS_PLACE = path.join(LOCAL, 'test-durations');

/** Reads how long the files of a project took when they last ran here. @returns nothing where none ran yet. */
export function readDurations(project: string, place = DURATIONS_PLACE): Durations {
  const file = locate(project, place);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Durations) : {};
}

/** Keeps how long files took. Files that did not run keep what is known of them, unless they are gone. */
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
  // Another run reads it at any moment.
  renameSync(unfinished, locate(project, place));
}
