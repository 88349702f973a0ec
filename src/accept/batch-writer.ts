import { PERMITS, SHARED_STATEMENT_LIMITS } from '../platform/admission/limits.ts';
import type { Pool } from 'pg';
import {
  insertBatch,
  insertBatches,
  type NewBatch,
  type StoredBatch,
} from './statements/accept-statement.ts';
import { withOrganizationConnection } from '../platform/admission/organization-connections.ts';
import { isDatabaseUnavailable, isLockTimeout } from '../platform/postgres/failures.ts';
import { createSemaphore } from '../platform/admission/semaphore.ts';

/** Stores batches. Small batches that arrive together share a statement. */
export type BatchWriter = {
  /**
   * Stores a batch with its invoices, body and idempotency record.
   * @returns null if its idempotency key is already used; nothing was stored then.
   * @throws SemaphoreTimeout if too many batches of its organization wait before it.
   */
  write(batch: NewBatch): Promise<StoredBatch | null>;
};

type Waiting = { readonly batch: NewBatch } & PromiseWithResolvers<StoredBatch | null>;

const LIMITS = SHARED_STATEMENT_LIMITS;

/**
 * Opens a writer. Its queue works as follows:
 * - A batch with more than half of `LIMITS.invoices` skips the queue and is stored alone, under a
 *   semaphore per organization and one for the process.
 * - Any other batch joins the queue. If a statement is free, it starts at once with the batches
 *   that wait; the writer never delays a batch to gather others. Under load, batches gather while
 *   all statements are busy, and one statement stores many.
 * - A group takes the oldest batches first, within the limits on batches and invoices per statement
 *   and on statements per organization.
 * - A statement that runs longer than `LIMITS.patienceMs` no longer counts as running, so another
 *   may start. At most `LIMITS.allStatements` are unfinished at a time.
 * - If a shared statement fails, each of its batches is stored alone, unless the database is
 *   unavailable.
 */
export function openBatchWriter(pool: Pool): BatchWriter {
  const waiting: Waiting[] = [];
  const withPermit = createSemaphore(PERMITS.batchesAlone);
  const withSharedPermit = createSemaphore(PERMITS.allBatchesAlone);
  const insertAlone = (batch: NewBatch) =>
    withPermit(batch.organizationId, () =>
      withOrganizationConnection(pool, batch.organizationId, () =>
        withSharedPermit('all', () => insertBatch(pool, batch)),
      ),
    );
  let running = 0;
  let begun = 0;
  /** Maps an organization to its number of unfinished statements. */
  const begunOf = new Map<number, number>();
  const countStatement = (organizationIds: ReadonlySet<number>, by: 1 | -1) => {
    for (const id of organizationIds) {
      const count = (begunOf.get(id) ?? 0) + by;
      if (count === 0) begunOf.delete(id);
      else begunOf.set(id, count);
    }
  };

  function startNext(): void {
    while (running < LIMITS.statements && begun < LIMITS.allStatements && waiting.length > 0) {
      const group = takeGroup(waiting, (id) => (begunOf.get(id) ?? 0) < LIMITS.statementsOfOne);
      if (group.length === 0) return;
      const organizationIds = new Set(group.map(({ batch }) => batch.organizationId));
      countStatement(organizationIds, 1);
      running += 1;
      begun += 1;
      let isOver = false;
      const end = () => {
        if (isOver) return;
        isOver = true;
        running -= 1;
        startNext();
      };
      const late = setTimeout(end, LIMITS.patienceMs);
      void storeTogether(pool, group, insertAlone).finally(() => {
        clearTimeout(late);
        countStatement(organizationIds, -1);
        begun -= 1;
        end();
        startNext();
      });
    }
  }

  return {
    async write(batch) {
      if (batch.externalInvoiceIds.length > LIMITS.invoices / 2) return insertAlone(batch);
      const item = { batch, ...Promise.withResolvers<StoredBatch | null>() };
      waiting.push(item);
      startNext();
      return item.promise;
    },
  };
}

/**
 * Removes the batches of the next statement from the queue, the oldest first. Of two batches with
 * the same key, the second waits for a later statement.
 * @param mayGo returns whether one more statement may hold batches of the organization.
 */
function takeGroup(waiting: Waiting[], mayGo: (organizationId: number) => boolean): Waiting[] {
  const group: Waiting[] = [];
  const left: Waiting[] = [];
  const keys = new Set<string>();
  let invoices = 0;
  for (const item of waiting.splice(0)) {
    const { organizationId, idempotencyKey, externalInvoiceIds } = item.batch;
    const key = `${organizationId} ${idempotencyKey}`;
    const fits = group.length < LIMITS.batches && invoices + externalInvoiceIds.length <= LIMITS.invoices;
    if (fits && !keys.has(key) && mayGo(organizationId)) {
      group.push(item);
      keys.add(key);
      invoices += externalInvoiceIds.length;
    } else {
      left.push(item);
    }
  }
  for (const item of left) waiting.push(item);
  return group;
}

/**
 * Stores a group in one statement. If the statement fails, stores each batch alone, so only the
 * faulty batch fails.
 */
async function storeTogether(
  pool: Pool,
  group: readonly Waiting[],
  insertAlone: (batch: NewBatch) => Promise<StoredBatch | null>,
): Promise<void> {
  const [first] = group;
  if (first && group.length === 1) return insertBatch(pool, first.batch).then(first.resolve, first.reject);
  try {
    const stored = await insertBatches(
      pool,
      group.map(({ batch }) => batch),
    );
    group.forEach(({ resolve }, index) => resolve(stored[index] ?? null));
  } catch (error) {
    if (isOutage(error)) {
      for (const { reject } of group) reject(error);
      return;
    }
    await Promise.all(group.map(({ batch, resolve, reject }) => insertAlone(batch).then(resolve, reject)));
  }
}

/**
 * Returns whether the database is unavailable, in which case storing each batch alone would fail
 * too.
 */
function isOutage(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !isLockTimeout(error);
}
