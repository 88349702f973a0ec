import { Command } from 'commander';
import { restoreBackup } from '../backup/restore-backup.ts';
import { readPath, runCommand, withOwner } from './command-context.ts';

/* npm run restore: fills an empty, migrated database from a backup. See ops/backup/README.md. */
const program = new Command('restore')
  .description('fill an empty, migrated database from a backup; all of it or nothing')
  .requiredOption('--input <directory>', 'what npm run backup wrote', readPath)
  .showHelpAfterError()
  .action(({ input }: { input: string }) =>
    withOwner(async ({ pool }) => {
      const { manifest, chains } = await restoreBackup(pool, input, new Date());
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(
        `Restored ${rows} rows of ${manifest.takenAt}; counts and checksums are right, ${chains} chains intact.`,
      );
      console.log(
        'Nothing is issued in a chain until the workers have compared it with AEAT: npm run chains shows how that stands.',
      );
    }),
  );

await runCommand(program);
