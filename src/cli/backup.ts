import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command, Option } from 'commander';
import { nameInSeries, removeOldest } from '../operate/backup/series.ts';
import { describeSuperseded, writeBackup } from '../operate/backup/write-backup.ts';
import { readPath, readWhole, UsageError, withRole } from './command-context.ts';
import { recordCheck } from './record-check.ts';
import { print, printError } from './print.ts';

/*
 * npm run engine -- backup: writes every row of the database as of one moment. See docs/backup.md.
 */

type Options = { readonly output?: string; readonly into?: string; readonly keep?: number };

/**
 * Returns the directory of the backup.
 * @throws UsageError if the options contradict each other or name none.
 */
function placeBackup({ output, into, keep }: Options): string {
  if (keep !== undefined && into === undefined)
    throw new UsageError('--keep removes backups that --into made: give --into <directory> too');
  if (into !== undefined) return path.join(into, nameInSeries(new Date()));
  if (output === undefined)
    throw new UsageError('Name the directory of the backup: --output <directory>, or --into <directory>');
  return output;
}

export const command = new Command('backup')
  .description(
    'write every row of the database to a directory, as of one moment; the engine may keep working',
  )
  .addOption(
    new Option('--output <directory>', 'the directory to create; it must not exist')
      .argParser(readPath)
      .conflicts('into'),
  )
  .option(
    '--into <directory>',
    'an existing directory; the backup becomes a directory in it with the time as its name: 2026-11-24T02-30-00Z',
    readPath,
  )
  .option(
    '--keep <count>',
    'with --into: afterwards remove the oldest backups made with --into, and keep this many',
    readWhole(1, 9999, 'It must be a number from 1 to 9999.'),
  )
  .action(async (options: Options) => {
    const output = placeBackup(options);
    await withRole('reader', async ({ pool, orm }) => {
      // The disk may not be mounted. The backup would then be written below the mount point, where
      // it is not found later.
      const parent = path.dirname(path.resolve(output));
      if (!existsSync(parent)) throw new UsageError(`${parent} does not exist`);
      const { tables, takenAt } = await writeBackup(pool, output);
      const counts = tables.map(({ name, rows }) => `${String(rows).padStart(10)}  ${name}`);
      await recordCheck(orm, 'database.backup', {
        takenAt,
        rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      });
      const removed = options.keep === undefined ? [] : await removeOldest(parent, options.keep);
      for (const line of await describeSuperseded(output)) printError(line);
      await print([
        ...counts,
        `Backup of ${takenAt} in ${output}`,
        ...removed.map((name) => `Removed ${path.join(parent, name)}: --keep ${options.keep}`),
      ]);
    });
  });
