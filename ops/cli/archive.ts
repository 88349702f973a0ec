import { Command } from 'commander';
import { readRenderStoreSettings } from '../../src/platform/config/render-store-settings.ts';
import { todayInMadrid } from '../../src/domain/reading/madrid-time.ts';
import { bringMonthBack } from '../../src/archive/restore-month.ts';
import { listDueFiles } from '../../src/archive/due.ts';
import { archiveMonth } from '../../src/archive/archive-month.ts';
import { type VerifiedMonth, verifyMonth } from '../../src/archive/verify-month.ts';
import { type FetchRenderBatch, writeMonth } from '../../src/archive/write-month.ts';
import { listMonths, type MonthSpan } from '../../src/archive/partitions/month-span.ts';
import { openRenderStore } from '../../src/render/store/open-render-store.ts';
import {
  type OrderOptions,
  readMonth,
  readOrder,
  readPath,
  withOrder,
  withOwner,
  withRole,
} from './command-context.ts';
import { formatDay, print } from './print.ts';

/* npm run archive: months leave the database as files, and come back to be read. See docs/archive.md. */

export const command = new Command('archive').description(
  'let months leave the database as verified files, and bring them back to be read',
);

command
  .command('list')
  .description('show the months of the database, and which of them have left')
  .action(() =>
    withRole('reader', async ({ pool }) => {
      for (const month of await listMonths(pool)) await print(describeMonth(month));
    }),
  );

command
  .command('write')
  .description(
    'write a month that is over to files, beside a product that goes on working; nothing leaves by it',
  )
  .argument('<month>', 'YYYY-MM', readMonth)
  .requiredOption('--into <directory>', 'is there; the month gets a directory in it', readPath)
  .option(
    '--with-refused',
    'also where AEAT refused invoices that nobody corrected: they cannot be corrected while it is away',
  )
  .action((month: string, { into, withRefused = false }: { into: string; withRefused?: boolean }) =>
    withRole('reader', async ({ pool }, environment) => {
      using store = await openRenderStore(readRenderStoreSettings(environment));
      const fetchRenderBatch: FetchRenderBatch = async ({ id, storedOn, sha256 }) => {
        const bytes = await store?.get({ storedOn, sha256 });
        if (!bytes) throw new Error(`Print ${id} lies in a store of objects, and is not to be had there`);
        return bytes;
      };
      const { directory, manifest } = await writeMonth(pool, into, month, { fetchRenderBatch, withRefused });
      const lines = manifest.organizations.flatMap(({ files }) => files);
      await print([
        `${month}: ${manifest.organizations.length} organizations, ${lines.reduce((sum, file) => sum + file.lines, 0)} lines in ${directory}`,
        'Nothing left the database. Store it twice, verify it where it lies, then: npm run engine -- archive leave',
      ]);
    }),
  );

command
  .command('verify')
  .description('verify a month from its files alone; no database is asked')
  .argument('<directory>', 'of the month', readPath)
  .action(async (directory: string) => print(describeVerified(await verifyMonth(directory, today()))));

withOrder(command.command('leave'), { needsReason: true })
  .description(
    'let a month leave the database whose files are verified and hold what its rows say; the login that owns the tables does it',
  )
  .argument('<directory>', 'of the month', readPath)
  .action((directory: string, options: OrderOptions) =>
    withOwner(async (database) => {
      const verified = await archiveMonth(database, directory, today(), readOrder(options));
      await print([
        describeVerified(verified),
        `${verified.manifest.month} has left the database; its numbers, amounts and huellas stay`,
      ]);
    }),
  );

withOrder(command.command('return'), { needsReason: true })
  .description('bring a month back to be read, out of verified files; the login that owns the tables does it')
  .argument('<directory>', 'of the month', readPath)
  .action((directory: string, options: OrderOptions) =>
    withOwner(async ({ orm }) => {
      const verified = await bringMonthBack(orm, directory, today(), readOrder(options));
      await print([
        describeVerified(verified),
        `${verified.manifest.month} is here to be read, until it is let leave again`,
      ]);
    }),
  );

command
  .command('due')
  .description('list the files that no law wants kept any more; nothing is removed')
  .requiredOption('--from <directory>', 'in which the months lie', readPath)
  .action(({ from }: { from: string }) =>
    withRole('reader', async ({ pool }) => {
      const due = await listDueFiles(pool, from, today());
      for (const { directory, organizationId, name, keepYears, lastDay } of due)
        await print(
          `${directory}  organization ${organizationId} ${name}: kept ${keepYears} years, up to ${lastDay}`,
        );
      await print(
        due.length === 0
          ? 'Everything must still be kept'
          : `${due.length} may be removed. The law of a case may want more: who advises the organization decides`,
      );
    }),
  );

const today = () => todayInMadrid(new Date());

function describeMonth({ month, firstBatch, endBatch, archivedAt, restoredAt }: MonthSpan): string {
  const ids = firstBatch === endBatch ? 'no batches' : `batches from ${firstBatch}`;
  if (endBatch === null) return `${month}  goes on, ${ids}`;
  if (archivedAt === null) return `${month}  here, ${ids}`;
  if (restoredAt !== null) return `${month}  here to be read since ${formatDay(restoredAt)}, ${ids}`;
  return `${month}  left on ${formatDay(archivedAt)}, ${ids}`;
}

function describeVerified({ manifest, documents, records, renderBatches, removed }: VerifiedMonth): string {
  const gone =
    removed.length === 0 ? '' : `; files of ${removed.length} organizations were removed, which are over`;
  return `${manifest.month} is whole: ${documents} documents, ${records} records, ${renderBatches} render batches${gone}`;
}
