import { Command } from 'commander';
import { readRenderStoreSettings } from '../platform/config/render-store-settings.ts';
import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import { listDueFiles } from '../archive/due.ts';
import { type VerifiedMonth, verifyMonth } from '../archive/verify-month.ts';
import { type FetchRenderBatch, writeMonth } from '../archive/write-month.ts';
import { listMonths, type MonthSpan } from '../archive/partitions/month-span.ts';
import { openRenderStore } from '../render/store/open-render-store.ts';
import {
  type OrderOptions,
  readMonth,
  readOrder,
  readPath,
  withOrder,
  withOwner,
  withPool,
} from './command-context.ts';
import { formatDay, print } from './print.ts';

/*
 * npm run engine -- archive: moves months from the database to verified files, and restores them
 * for reading. See docs/archive.md.
 */

export const command = new Command('archive').description(
  'move months from the database to verified files, and restore them for reading',
);

command
  .command('list')
  .description('list the months and show which of them are archived')
  .action(() =>
    withPool('reader', async ({ pool }) => {
      for (const month of await listMonths(pool)) await print(describeMonth(month));
    }),
  );

command
  .command('write')
  .description(
    'write a month that is over to files; the engine keeps working and nothing is removed from the database',
  )
  .argument('<month>', 'YYYY-MM', readMonth)
  .requiredOption(
    '--into <directory>',
    'an existing directory; the month gets its own directory in it',
    readPath,
  )
  .option(
    '--with-refused',
    'also if AEAT rejected invoices of the month that are not corrected yet; they cannot be corrected while the month is archived',
  )
  .action((month: string, { into, withRefused = false }: { into: string; withRefused?: boolean }) =>
    withPool('reader', async ({ pool }, environment) => {
      using store = await openRenderStore(readRenderStoreSettings(environment));
      const fetchRenderBatch: FetchRenderBatch = async ({ id, storedOn, sha256 }) => {
        const bytes = await store?.get({ storedOn, sha256 });
        if (!bytes) throw new Error(`Render batch ${id} is missing from the object store`);
        return bytes;
      };
      const { directory, manifest } = await writeMonth(pool, into, month, { fetchRenderBatch, withRefused });
      const lines = manifest.organizations.flatMap(({ files }) => files);
      await print([
        `${month}: ${manifest.organizations.length} organizations, ${lines.reduce((sum, file) => sum + file.lines, 0)} lines in ${directory}`,
        'Nothing was removed from the database. Store two copies, verify each where it is stored, then run: npm run engine -- archive remove',
      ]);
    }),
  );

command
  .command('verify')
  .description('verify a month from its files alone, without a database')
  .argument('<directory>', 'the directory of the month', readPath)
  .action(async (directory: string) => print(describeVerified(await verifyMonth(directory, today()))));

withOrder(command.command('remove'), { needsReason: true })
  .description(
    'remove a month from the database after its files are verified and match its rows; uses the login that owns the tables',
  )
  .argument('<directory>', 'the directory of the month', readPath)
  .action((directory: string, options: OrderOptions) =>
    withOwner(async (database) => {
      const { archiveMonth } = await import('../archive/archive-month.ts');
      const verified = await archiveMonth(database, directory, today(), readOrder(options));
      await print([
        describeVerified(verified),
        `${verified.manifest.month} is archived; its invoice numbers, amounts and huellas stay in the database`,
      ]);
    }),
  );

withOrder(command.command('restore'), { needsReason: true })
  .description('restore a month for reading from verified files; uses the login that owns the tables')
  .argument('<directory>', 'the directory of the month', readPath)
  .action((directory: string, options: OrderOptions) =>
    withOwner(async ({ orm }) => {
      const { bringMonthBack } = await import('../archive/restore-month.ts');
      const verified = await bringMonthBack(orm, directory, today(), readOrder(options));
      await print([
        describeVerified(verified),
        `${verified.manifest.month} is restored for reading, until npm run engine -- archive remove archives it again`,
      ]);
    }),
  );

command
  .command('due')
  .description('list the files whose retention period is over; nothing is removed')
  .requiredOption('--from <directory>', 'the directory that contains the months', readPath)
  .action(({ from }: { from: string }) =>
    withPool('reader', async ({ pool }) => {
      const due = await listDueFiles(pool, from, today());
      for (const { directory, organizationId, name, keepYears, lastDay } of due)
        await print(
          `${directory}  organization ${organizationId} ${name}: retention of ${keepYears} years ended on ${lastDay}`,
        );
      await print(
        due.length === 0
          ? 'No retention period is over: every file must still be kept'
          : `${due.length} may be removed. Another law may require longer retention: ask the organization's legal adviser first`,
      );
    }),
  );

const today = () => todayInMadrid(new Date());

function describeMonth({ month, firstBatch, endBatch, archivedAt, restoredAt }: MonthSpan): string {
  const ids = firstBatch === endBatch ? 'no batches' : `batches from ${firstBatch}`;
  if (endBatch === null) return `${month}  not over yet, ${ids}`;
  if (archivedAt === null) return `${month}  in the database, ${ids}`;
  if (restoredAt !== null) return `${month}  restored for reading on ${formatDay(restoredAt)}, ${ids}`;
  return `${month}  archived on ${formatDay(archivedAt)}, ${ids}`;
}

function describeVerified({ manifest, documents, records, renderBatches, removed }: VerifiedMonth): string {
  const gone =
    removed.length === 0
      ? ''
      : `; the files of ${removed.length} organizations were removed after their retention period`;
  return `${manifest.month} is complete and intact: ${documents} documents, ${records} records, ${renderBatches} render batches${gone}`;
}
