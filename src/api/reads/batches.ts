import type { BatchView } from '../../contracts/answers.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import * as sql from './reads.sql.ts';
import { BEGINNING, type CursorPage, type CursorRequest } from './cursor-page.ts';
import { type Page, toPage } from './page.ts';

/** Returns a page of an organization's batches, newest first. */
export async function listBatches(
  connection: Connection,
  organizationId: number,
  page: { readonly page: number; readonly per_page: number },
): Promise<Page<BatchView>> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.listBatches(organizationId, page.page, page.per_page),
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
  { page, per_page: perPage }: { readonly page: number; readonly per_page: number },
  { status, externalBatchId, receivedFrom, receivedTo }: BatchFilter,
): Promise<Page<BatchView>> {
  const before = addSecond(receivedTo);
  if (externalBatchId !== null) {
    const statement = sql.findBatches(
      organizationId,
      page,
      perPage,
      status,
      receivedFrom,
      before,
      externalBatchId,
    );
    return toPage<BatchView>((await readAsOrganization(connection, organizationId, statement)).rows);
  }
  const statement = sql.filterBatches(organizationId, page, perPage, status, receivedFrom, before, null);
  const { rows } = await readAsOrganization(connection, organizationId, {
    ...statement,
    isPlannedOnce: true,
  });
  return toPage<BatchView>(rows.map(({ ordinal: _ordinal, ...row }) => row));
}

/**
 * Returns the end of a period of whole seconds, whose last second is included in the API and
 * excluded in statements.
 */
function addSecond(receivedTo: Date | null): Date | null {
  return receivedTo === null ? null : new Date(receivedTo.getTime() + 1000);
}

/**
 * Returns the newest of an organization's batches before a position that match a filter, newest
 * first. The position of a batch is its ordinal. At most 1000 batches with an external id are
 * examined, so such a page can be short although more batches match.
 */
export async function listBatchesBefore(
  connection: Connection,
  organizationId: number,
  { limit, before }: CursorRequest,
  { status, externalBatchId, receivedFrom, receivedTo }: BatchFilter,
): Promise<CursorPage<BatchView>> {
  const until = addSecond(receivedTo);
  const read = async () => {
    if (externalBatchId !== null) {
      const statement = sql.findBatchesBefore(
        organizationId,
        limit + 1,
        before.at,
        externalBatchId,
        status,
        receivedFrom,
        until,
      );
      return (await readAsOrganization(connection, organizationId, { ...statement, isPlannedOnce: true }))
        .rows;
    }
    if (status === null && receivedFrom === null && receivedTo === null) {
      const statement = sql.listBatchesBefore(organizationId, limit + 1, before.at);
      return (await readAsOrganization(connection, organizationId, { ...statement, isPlannedOnce: true }))
        .rows;
    }
    const bound = before.at === BEGINNING.at ? null : before.at;
    const statement = sql.filterBatches(organizationId, 1, limit + 1, status, receivedFrom, until, bound);
    return (await readAsOrganization(connection, organizationId, { ...statement, isPlannedOnce: true })).rows;
  };
  type Row = { readonly endingOrdinal?: number | null; readonly totalCount?: number } & {
    readonly [M in keyof BatchView | 'ordinal']: (M extends keyof BatchView ? BatchView[M] : number) | null;
  };
  const rows: readonly Row[] = await read();
  const found = rows.filter(({ id }) => id !== null);
  const ending = rows[0]?.endingOrdinal ?? null;
  const last = found.length > limit ? found[limit - 1]!.ordinal : ending;
  const items = found
    .slice(0, limit)
    .map(({ ordinal: _ordinal, endingOrdinal: _ending, totalCount: _total, ...batch }) => batch as BatchView);
  return { items, next: last === null ? null : { at: last, id: 0 } };
}

/** Returns a batch, or null if the organization has none with this id. */
export async function getBatch(
  connection: Connection,
  organizationId: number,
  batchId: number,
): Promise<BatchView | null> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.getBatch(organizationId, batchId),
  );
  return rows[0] ?? null;
}
