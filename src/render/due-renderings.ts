import type { Connection } from '../platform/postgres/database.ts';
import { query } from '../platform/postgres/statement.ts';
import * as sql from './statements/rendering.sql.ts';

export type DueRendering = {
  readonly batchId: number;
  readonly organizationId: number;
  readonly invoices: number;
  /**
   * Numbers of the chunks of `sizes.chunk` positions in which ordinary invoices lack PDFs; null if
   * there are none.
   */
  readonly chunks: readonly number[] | null;
  /** Positions of the first long invoices without PDFs; null if there are none. */
  readonly long: readonly number[] | null;
};

/**
 * Lists batches that were processed before an instant and are not marked as rendered, oldest first,
 * starting after the batch with id `after`.
 */
export async function listDueRenderings(
  connection: Connection,
  before: Date,
  most: number,
  after: number,
  sizes: { readonly chunk: number; readonly longDocument: number; readonly mostLong: number },
): Promise<DueRendering[]> {
  const { rows } = await query(
    connection,
    sql.listDueRenderings(before, most, sizes.chunk, after, sizes.longDocument, sizes.mostLong),
  );
  return rows;
}

export type DueAnnulled = { readonly organizationId: number; readonly issuedInvoiceId: number };

/** Lists annulled invoices whose PDF does not show the annulment yet, oldest annulments first. */
export async function listDueAnnulled(
  connection: Connection,
  now: Date,
  most: number,
): Promise<DueAnnulled[]> {
  const { rows } = await query(connection, sql.listDueAnnulled(now, most));
  return rows;
}
