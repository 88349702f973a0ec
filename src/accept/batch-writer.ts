import { PERMITS, SHARED_STATEMENT_LIMITS } from '../platform/admission/limits.ts';
import type { Pool } from 'pg';
import {
  insertBatch,
  insertBatches,
  type NewBatch,
  type StoredBatch,
} from './statements/accept-statement.ts';
import { withTenantConnection } from '../platform/admission/tenant-connections.ts';
import { isDatabaseUnavailable, isLockTimeout } from '../platform/postgres/failures.ts';
import { createSemaphore } from '../platform/admission/semaphore.ts';

/** Stores batches; small ones that arrive together share a statement. */
export type BatchWriter = {
  /**
   * Stores a batch with all that belongs to it.
   * @returns null when its idempotency key is taken: nothing was stored then.
   * @throws SemaphoreTimeout when too many of its organization wait before it.
   */
  write(batch: NewBatch): Promise<StoredBatch | null>;
};

type Waiting = { readonly batch: NewBatch } & PromiseWithResolvers<StoredBatch | null>;

const LIMITS = SHARED_STATEMENT_LIMITS;

/**
 * Opens a writer. Nothing waits for company: a batch that finds a statement free goes at once, alone. Only when all are busy do batches
 * gather, so that a process under load stores many with the work of one.
 */
export function openBatchWriter(pool: Pool): BatchWriter {
  const waiting: Waiting[] = [];
  const withPermit = createSemaphore(PERMITS.batchesAlone);
  const withSharedPermit = createSemaphore(PERMITS.allBatchesAlone);
  const insertAlone = (batch: NewBatch) =>
    withPermit(batch.organizationId, () =>
      withTenantConnection(pool, batch.organizationId, () =>
        withSharedPermit('all', () => insertBatch(pool, batch)),
      ),
    );
  let running = 0;
  let begun = 0;
  /** Organization → statements that are under way and hold batches of it. */
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
 * Takes the batches of the next statement, the oldest first. One with the same key as another waits for the statement after it.
 * @param mayGo whether another statement may hold batches of an organization.
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

/** Stores a group in one statement. When it fails each batch tries alone, so that only the one at fault fails. */
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

/** No batch of the group could be stored alone either. */
function isOutage(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !isLockTimeout(error);
}
