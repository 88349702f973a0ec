import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command, Option } from 'commander';
import { nameInSeries, removeOldest } from '../../src/operate/backup/series.ts';
import { describeSuperseded, writeBackup } from '../../src/operate/backup/write-backup.ts';
import { readPath, readWhole, UsageError, withRole } from './command-context.ts';
import { recordCheck } from './record-check.ts';
import { print, tell } from './print.ts';

/* npm run backup: every row of the database as of one moment. See docs/backup.md. */

type Options = { readonly output?: string; readonly into?: string; readonly keep?: number };

/** Where the backup goes. */
function placeBackup({ output, into, keep }: Options): string {
  if (keep !== undefined && into === undefined)
    throw new UsageError('--keep is about the backups that --into made: say --into <directory>, too');
  if (into !== undefined) return path.join(into, nameInSeries(new Date()));
  if (output === undefined) throw new UsageError('Say where: --output <directory>, or --into <directory>');
  return output;
}

export const command = new Command('backup')
  .description(
    'write every row of the database to a directory, as of one moment; the product may go on working',
  )
  .addOption(
    new Option('--output <directory>', 'is made; it must not exist').argParser(readPath).conflicts('into'),
  )
  .option(
    '--into <directory>',
    'is there; the backup gets the moment as its name in it: 2026-11-24T02-30-00Z',
    readPath,
  )
  .option(
    '--keep <count>',
    'with --into: when it is done, remove the oldest that were made so, but for so many',
    readWhole(1, 9999, 'It must be a number from 1 to 9999.'),
  )
  .action(async (options: Options) => {
    const output = placeBackup(options);
    await withRole('reader', async ({ pool, orm }) => {
      // A disk that is not mounted: the backup would lie where nobody looks for it.
      const parent = path.dirname(path.resolve(output));
      if (!existsSync(parent)) throw new UsageError(`${parent} does not exist`);
      const { tables, takenAt } = await writeBackup(pool, output);
      const counts = tables.map(({ name, rows }) => `${String(rows).padStart(10)}  ${name}`);
      await recordCheck(orm, 'database.backup', {
        takenAt,
        rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      });
      const removed = options.keep === undefined ? [] : await removeOldest(parent, options.keep);
      for (const line of await describeSuperseded(output)) tell(line);
      await print([
        ...counts,
        `Backup of ${takenAt} in ${output}`,
        ...removed.map((name) => `Removed ${path.join(parent, name)}: ${options.keep} are kept`),
      ]);
    });
  });
