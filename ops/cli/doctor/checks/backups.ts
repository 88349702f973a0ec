import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readManifest } from '../../../../src/operate/backup/manifest.ts';
import { UNFINISHED } from '../../../../src/platform/files/durable-files.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

const HOUR_MS = 3600 * 1000;
/** So many times the allowed age: somebody must have noticed by then. */
const FORGOTTEN = 3;

/** How old the newest whole backup is. */
export async function checkBackups({ options, database }: Patient): Promise<Finding[]> {
  const { backups, backupHours } = options;
  if (backups === undefined) return [await judgeWritten(database, backupHours)];
  const names = existsSync(backups) ? readdirSync(backups) : [];
  const read = names.filter((name) => !name.endsWith(UNFINISHED)).flatMap((name) => tryToRead(backups, name));
  const newest = read.toSorted((a, b) => b.takenAt - a.takenAt)[0];
  const left = names.filter((name) => name.endsWith(UNFINISHED));
  const leftovers = left.map((name) =>
    warn(`${name} was left by a run that died, or is being written`, 'remove it when no backup runs'),
  );
  if (newest === undefined)
    return [
      fail(`${backups} holds none`, `npm run engine -- backup --output ${backups}/…, every day`),
      ...leftovers,
    ];
  const hours = (Date.now() - newest.takenAt) / HOUR_MS;
  const says = `${newest.name} is ${describeAge(hours)} old`;
  const fix = `npm run engine -- backup --output ${backups}/…, and see why the last run did not come`;
  if (hours > backupHours * FORGOTTEN) return [fail(says, fix), ...leftovers];
  return [hours > backupHours ? warn(says, fix) : ok(says), ...leftovers];
}

/** By the table of acts: whether what was made still lies anywhere nobody knows. */
async function judgeWritten(database: Patient['database'], backupHours: number): Promise<Finding> {
  if (database === null)
    return skip('the database was not reached; or say where they lie: --backups <directory>');
  const { rows } = await database.query<{ hours: number | null }>(
    `select (extract(epoch from clock_timestamp() - max(at)) / 3600)::float8 as hours from operator_acts where act = 'database.backup'`,
  );
  const hours = rows[0]!.hours;
  if (hours === null)
    return skip('npm run engine -- backup was never run here; point-in-time recovery tells by itself');
  const says = `the last one was made ${describeAge(hours)} ago, by the table of acts`;
  const fix = 'npm run engine -- backup, and see why the last run did not come';
  if (hours > backupHours * FORGOTTEN) return fail(says, fix);
  return hours > backupHours ? warn(says, fix) : ok(says);
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
