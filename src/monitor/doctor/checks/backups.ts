import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readManifest } from '../../../operate/backup/manifest.ts';
import { UNFINISHED } from '../../../platform/files/durable-files.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

const HOUR_MS = 3600 * 1000;
/** A backup older than this multiple of the allowed age is a failure, no longer a warning. */
const FORGOTTEN = 3;

/** Checks the age of the newest complete backup. */
export async function checkBackups({ options, database }: Patient): Promise<Finding[]> {
  const { backups, backupHours } = options;
  if (backups === undefined) return [await judgeWritten(database, backupHours)];
  const names = existsSync(backups) ? readdirSync(backups) : [];
  const read = names.filter((name) => !name.endsWith(UNFINISHED)).flatMap((name) => tryToRead(backups, name));
  const newest = read.toSorted((a, b) => b.takenAt - a.takenAt)[0];
  const left = names.filter((name) => name.endsWith(UNFINISHED));
  const leftovers = left.map((name) =>
    warn(
      `${name} is being written, or a run that was killed left it behind`,
      'remove it when no backup runs',
    ),
  );
  if (newest === undefined)
    return [
      fail(`${backups} contains no backup`, `run npm run engine -- backup --output ${backups}/… every day`),
      ...leftovers,
    ];
  const hours = (Date.now() - newest.takenAt) / HOUR_MS;
  const says = `${newest.name} is ${describeAge(hours)} old`;
  const fix = `run npm run engine -- backup --output ${backups}/…, and find out why the last backup is missing`;
  if (hours > backupHours * FORGOTTEN) return [fail(says, fix), ...leftovers];
  return [hours > backupHours ? warn(says, fix) : ok(says), ...leftovers];
}

/**
 * Checks the age of the last backup in the table of acts. That table does not show whether the
 * backup still exists.
 */
async function judgeWritten(database: Patient['database'], backupHours: number): Promise<Finding> {
  if (database === null)
    return skip('the database was not reached, and --backups <directory> does not name the backups');
  const { rows } = await database.query<{ hours: number | null }>(
    `select (extract(epoch from clock_timestamp() - max(at)) / 3600)::float8 as hours from operator_acts where act = 'database.backup'`,
  );
  const hours = rows[0]!.hours;
  if (hours === null)
    return skip('npm run engine -- backup was never run here; point-in-time recovery is not checked');
  const says = `the last one was made ${describeAge(hours)} ago, according to the table of acts`;
  const fix = 'run npm run engine -- backup, and find out why the last backup is missing';
  if (hours > backupHours * FORGOTTEN) return fail(says, fix);
  return hours > backupHours ? warn(says, fix) : ok(says);
}

function tryToRead(directory: string, name: string): { name: string; takenAt: number }[] {
  try {
    return [{ name, takenAt: Date.parse(readManifest(path.join(directory, name)).takenAt) }];
  } catch {
    // This entry is not a backup.
    return [];
  }
}

const describeAge = (hours: number) =>
  hours < 48 ? `${Math.max(0, hours).toFixed(1)} hours` : `${Math.floor(hours / 24)} days`;
