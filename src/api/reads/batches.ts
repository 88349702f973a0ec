import type { BatchView } from '../../contracts/answers.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { readAsTenant } from '../../platform/postgres/scoped-query.ts';
import * as sql from './reads.sql.ts';
import { type Page, toPage } from './page.ts';

/** Returns a page of an organization's batches, newest first. */
export async function listBatches(
  connection: Connection,
  organizationId: number,
  page: { readonly page: number; readonly perPage: number },
): Promise<Page<BatchView>> {
  const { rows } = await readAsTenant(
    connection,
    organizationId,
    sql.listBatches(organizationId, page.page, page.perPage),
  );
  return toPage<BatchView>(rows);
}

/** Criteria for batches; null matches any value. */
export type BatchFilter = {
  readonly status: string | null;
  readonly externalBatchId: string | null;
  /** Bounds in whole seconds, both inclusive. */
  readonly receivedFrom: Date | null;
  readonly receivedTo: Date | null;
};

/** Returns a page of an organization's batches that match a filter, newest first. */
export async function filterBatches(
  connection: Connection,
  organizationId: number,
  { page, perPage }: { readonly page: number; readonly perPage: number },
  { status, externalBatchId, receivedFrom, receivedTo }: BatchFilter,
): Promise<Page<BatchView>> {
  // The statement's upper bound is exclusive, and the API writes whole seconds: one second is added to make
  // the bound inclusive.
  const before = receivedTo === null ? null : new Date(receivedTo.getTime() + 1000);
  const statement =
    externalBatchId === null
      ? {
          ...sql.filterBatches(organizationId, page, perPage, status, receivedFrom, before),
          isPlannedOnce: true,
        }
      : sql.findBatches(organizationId, page, perPage, status, receivedFrom, before, externalBatchId);
  const { rows } = await readAsTenant(connection, organizationId, statement);
  return toPage<BatchView>(rows);
}

/** Returns a batch, or null if the organization has none with this id. */
export async function getBatch(
  connection: Connection,
  organizationId: number,
  batchId: number,
): Promise<BatchView | null> {
  const { rows } = await readAsTenant(connection, organizationId, sql.getBatch(organizationId, batchId));
  return rows[0] ?? null;
}
