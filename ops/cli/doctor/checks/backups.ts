import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readManifest } from '../../../../src/operating/backup/manifest.ts';
import { UNFINISHED } from '../../../../src/operating/lasting-files.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

const HOUR_MS = 3600 * 1000;
/** So many times the allowed age: somebody must have noticed by then. */
const FORGOTTEN = 3;

/** How old the newest whole backup is. */
export function checkBackups({ options: { backups, backupHours } }: Patient): Finding[] {
  if (backups === undefined)
    return [skip('say where they lie: --backups <directory>; point-in-time recovery tells by itself')];
  const names = existsSync(backups) ? readdirSync(backups) : [];
  const read = names.filter((name) => !name.endsWith(UNFINISHED)).flatMap((name) => tryToRead(backups, name));
  const newest = read.toSorted((a, b) => b.takenAt - a.takenAt)[0];
  const left = names.filter((name) => name.endsWith(UNFINISHED));
  const leftovers = left.map((name) =>
    warn(`${name} was left by a run that died, or is being written`, 'remove it when no backup runs'),
  );
  if (newest === undefined)
    return [
      fail(`${backups} holds none`, `npm run backup -- --output ${backups}/…, every day`),
      ...leftovers,
    ];
  const hours = (Date.now() - newest.takenAt) / HOUR_MS;
  const says = `${newest.name} is ${describeAge(hours)} old`;
  const fix = `npm run backup -- --output ${backups}/…, and see why the last run did not come`;
  if (hours > backupHours * FORGOTTEN) return [fail(says, fix), ...leftovers];
  return [hours > backupHours ? warn(says, fix) : ok(says), ...leftovers];
}

function tryToRead(directory: string, name: string): { name: string; takenAt: number }[] {
  try {
    return [{ name, takenAt: Date.parse(readManifest(path.join(directory, name)).takenAt) }];
  } catch {
    // Something else that lies there.
    return [];
  }
}

const describeAge = (hours: number) =>
  hours < 48 ? `${Math.max(0, hours).toFixed(1)} hours` : `${Math.floor(hours / 24)} days`;
