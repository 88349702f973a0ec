import { FULL_ENVELOPE } from '../../domain/verifactu/flow-control.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './reconciling.sql.ts';

/* The unfinished rows from which the reconciler works. */

export type DueBatch = {
  readonly batchId: number;
  readonly organizationId: number;
  readonly invoices: number;
  /** Work to issue the batch, in ordinary invoices. */
  readonly work: number;
};

/**
 * Lists unfinished batches received before an instant, oldest first, starting after the batch with id
 * `after`.
 */
export async function listDueBatches(
  connection: Connection,
  before: Date,
  most: number,
  after: number,
): Promise<DueBatch[]> {
  const { rows } = await query(connection, sql.listDueBatches(before, most, after));
  return rows;
}

export type DueRendering = {
  readonly batchId: number;
  readonly organizationId: number;
  readonly invoices: number;
  /**
   * Numbers of the chunks of `sizes.chunk` positions in which ordinary invoices lack PDFs; null if there are
   * none.
   */
  readonly chunks: readonly number[] | null;
  /** Positions of the first long invoices without PDFs; null if there are none. */
  readonly long: readonly number[] | null;
};

/**
 * Lists batches that were processed before an instant and are not marked as rendered, oldest first, starting
 * after the batch with id `after`.
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

export type DueRemission = {
  readonly chainId: number;
  readonly organizationId: number;
  /** Number of pending records. */
  readonly records: number;
  /** Whether the records fill a message, which may then be sent before AEAT's waiting time is over. */
  readonly isFull: boolean;
};

/** Lists chains with records that may be sent now and that no worker is sending, longest wait first. */
export async function listDueRemissions(
  connection: Connection,
  now: Date,
  most: number,
): Promise<DueRemission[]> {
  const { rows } = await query(connection, sql.listDueRemissions(now, most, FULL_ENVELOPE));
  return rows;
}
