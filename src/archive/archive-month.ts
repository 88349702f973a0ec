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

/** Somebody reads or writes the tables nearly always; each try waits for half a second, and whoever comes behind it. */
const TRIES = 60;
const PAUSE_MS = 500;

/**
 * Lets a month leave the database whose files are verified and say what its rows say. Nothing is deleted row by row: its partitions are dropped.
 * @throws where the files are not whole, or the month is not settled, or other rows than theirs are there: then nothing leaves.
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
        throw new Error('Somebody holds the tables all the time, a backup perhaps: try again later', {
          cause: error,
        });
      await wait(PAUSE_MS);
    }
  }
}

/** @throws where a month may not leave. What is looked at here cannot change any more: a month that is over and settled gets no blocks and no render batches. */
function requireSame(pool: Pool, { manifest, manifestSha256, removed, sums }: VerifiedMonth): Promise<void> {
  const { month, batches, renderBatches, refused } = manifest;
  return withSnapshot(pool, async (client) => {
    // Row-level security is for the owner, too.
    await client.query('set local role engine_reader');
    const span = findMonth(await listMonths(client), month);
    requireLeaving(span, manifestSha256);
    const ids = [span.firstBatch, span.endBatch, span.firstRenderBatch, span.finishRenderBatch];
    if (ids.join() !== [batches.first, batches.end, renderBatches.first, renderBatches.end].join())
      throw new Error(`The files are of another ${month} than this database has`);
    if (removed.length > 0)
      throw new Error(
        `Files of organizations ${removed.join(', ')} are missing: they are still in the database`,
      );
    // What is corrected meanwhile has a record more than the files.
    if ((await requireSettled(client, span, refused > 0)) !== refused)
      throw new Error(
        `Other invoices of ${month} are refused than when its files were written: write them anew`,
      );
    for (const { name, rows, sum } of await sumRows(client, span)) {
      const said = sums[name as keyof Sums];
      if (said.rows !== rows || said.sum !== BigInt(sum))
        throw new Error(`The ${name} of ${month} are others than the files hold (${rows} and ${said.rows})`);
    }
  });
}

function requireLeaving({ month, archivedAt, restoredAt, manifestSha256 }: MonthSpan, sha256: Buffer): void {
  if (archivedAt !== null && restoredAt === null) throw new Error(`${month} has left already`);
  if (manifestSha256 !== null && !manifestSha256.equals(sha256))
    throw new Error(`${month} left once with other files; it can leave again with those alone`);
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
    await recordArchiveAct(em, order, 'month.leave', month, manifestSha256);
    // Last, since everybody waits for these tables from here on.
    await dropPartitions(client, span);
  });
}
