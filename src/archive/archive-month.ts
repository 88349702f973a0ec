import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Order } from '../contracts/acts.ts';
import { type Database, type Orm, withStatements } from '../platform/postgres/open-database.ts';
import { isLockTimeout, isTransactionConflict } from '../platform/postgres/failures.ts';
import { withSnapshot } from '../platform/postgres/snapshot.ts';
import { listMonths, type MonthSpan } from './partitions/month-span.ts';
import { dropPartitions, recordArchived, sumRows } from './partitions/move-month.ts';
import { requireSettled } from './settled.ts';
import { type Sums, type VerifiedMonth, verifyMonth } from './verify-month.ts';
import { findMonth } from './find-month.ts';
import { recordArchiveAct } from './record-archive-act.ts';

/**
 * Other sessions use these tables almost all the time. Each attempt waits half a second for its
 * locks, and the sessions behind it wait as long.
 */
const TRIES = 60;
const PAUSE_MS = 500;

/**
 * Archives a month whose files are verified and match the rows in the database. A month is in the
 * database, is written to files (write-month.ts), is archived here, and may be restored
 * (restore-month.ts). No rows are deleted one by one: the partitions of the month are dropped.
 * @throws if the files are incomplete, the month is not settled, or the rows in the database differ
 *   from the files. Nothing is archived then.
 */
export async function archiveMonth(
  { pool, orm }: Database,
  directory: string,
  today: string,
  order: Order,
): Promise<VerifiedMonth> {
  const verified = await verifyMonth(directory, today);
  await requireSame(pool, verified);
  for (let tries = 1; ; tries += 1) {
    try {
      await archiveOnce(orm, verified, order);
      return verified;
    } catch (error) {
      if (!isLockTimeout(error) && !isTransactionConflict(error)) throw error;
      if (tries === TRIES)
        throw new Error('Another session, such as a backup, holds locks on the tables: try again later', {
          cause: error,
        });
      await wait(PAUSE_MS);
    }
  }
}

/**
 * @throws if the month must not be archived. The data compared here can no longer change: a month
 *   that has ended and is settled gets no further blocks or render batches.
 */
function requireSame(pool: Pool, { manifest, manifestSha256, removed, sums }: VerifiedMonth): Promise<void> {
  const { month, batches, renderBatches, refused } = manifest;
  return withSnapshot(pool, async (client) => {
    // Row-level security applies to the owner too.
    await client.query('set local role engine_reader');
    const span = findMonth(await listMonths(client), month);
    requireLeaving(span, manifestSha256);
    const ids = [span.firstBatch, span.endBatch, span.firstRenderBatch, span.finishRenderBatch];
    if (ids.join() !== [batches.first, batches.end, renderBatches.first, renderBatches.end].join())
      throw new Error(`The files belong to the month ${month} of another database`);
    if (removed.length > 0)
      throw new Error(
        `The files lack the organizations ${removed.join(', ')}, which are still in the database`,
      );
    // An invoice that was corrected meanwhile has a record that the files lack.
    if ((await requireSettled(client, span, refused > 0)) !== refused)
      throw new Error(
        `The refused invoices of ${month} have changed since the files were written: write the files again`,
      );
    for (const { name, rows, sum } of await sumRows(client, span)) {
      const said = sums[name as keyof Sums];
      if (said.rows !== rows || said.sum !== BigInt(sum))
        throw new Error(
          `The ${name} of ${month} in the database differ from those in the files (${rows} and ${said.rows} rows)`,
        );
    }
  });
}

function requireLeaving({ month, archivedAt, restoredAt, manifestSha256 }: MonthSpan, sha256: Buffer): void {
  if (archivedAt !== null && restoredAt === null) throw new Error(`${month} is already archived`);
  if (manifestSha256 !== null && !manifestSha256.equals(sha256))
    throw new Error(
      `${month} was archived before with other files; it can be archived again only with those files`,
    );
}

function archiveOnce(orm: Orm, { manifest, manifestSha256 }: VerifiedMonth, order: Order): Promise<void> {
  const { month, organizations } = manifest;
  return withStatements(orm, async (em, client) => {
    await client.query(`set local lock_timeout = '500ms'`);
    await client.query('lock table months in share row exclusive mode');
    const span = findMonth(await listMonths(client), month);
    requireLeaving(span, manifestSha256);
    const anchors = organizations.flatMap(({ id, runs }) =>
      runs.map((run) => ({ ...run, organizationId: id })),
    );
    await recordArchived(client, month, manifestSha256, anchors);
    await recordArchiveAct(em, order, 'month.archive', month, manifestSha256);
    // Last, because from here on all other sessions wait for these tables.
    await dropPartitions(client, span);
  });
}
