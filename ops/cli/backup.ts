import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { describeLeft, writeBackup } from '../../src/operating/backup/write-backup.ts';
import { readPath, UsageError, withRole } from './command-context.ts';
import { noteCheck } from './note-check.ts';
import { print } from './print.ts';
import { runCommand } from './run-command.ts';

/* npm run backup: every row of the database as of one moment. See docs/backup.md. */
const program = new Command('backup')
  .description(
    'write every row of the database to a directory, as of one moment; the product may go on working',
  )
  .requiredOption('--output <directory>', 'is made; it must not exist', readPath)
  .action(({ output }: { output: string }) =>
    withRole('reader', async ({ pool }) => {
      // A disk that is not mounted: the backup would lie where nobody looks for it.
      const parent = path.dirname(path.resolve(output));
      if (!existsSync(parent)) throw new UsageError(`${parent} does not exist`);
      const { tables, takenAt } = await writeBackup(pool, output);
      const counts = tables.map(({ name, rows }) => `${String(rows).padStart(10)}  ${name}`);
      await noteCheck(pool, 'database.backup', {
        takenAt,
        rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      });
      for (const line of await describeLeft(output)) console.error(line);
      await print([...counts, `Backup of ${takenAt} in ${output}`]);
    }),
  );

await runCommand(program);
