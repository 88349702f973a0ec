import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../boot/layout.ts';
import { readDurations } from './durations.ts';
import { PROJECTS } from './test-parts.ts';

/*
 * `npm run test:durations`: writes how long the test files took in their last runs on this machine
 * to test/durations.json, so that a first run elsewhere starts with the longest. Files below two
 * seconds are left out.
 */

const SHORT_MS = 2000;

const long = PROJECTS.flatMap((project) => Object.entries(readDurations(project)))
  .filter(([, took]) => took >= SHORT_MS)
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([file, took]) => [file, Math.round(took / 1000) * 1000]);
writeFileSync(
  path.join(ROOT, 'test', 'durations.json'),
  `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`,
);
console.log(`test/durations.json: ${long.length} files`);
