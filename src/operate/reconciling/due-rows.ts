import { FULL_ENVELOPE } from '../../domain/verifactu/flow-control.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './reconciling.sql.ts';

/* The to-do list: unfinished rows. */

export type DueBatch = {
  readonly batchId: number;
  readonly organizationId: number;
  readonly invoices: number;
  /** What issuing it takes, in ordinary invoices. */
  readonly work: number;
};

/** Unfinished batches that were received before an instant, the oldest first, beyond the one with id `after`. */
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
  /** Numbers of the chunks of `sizes.chunk` positions that lack PDFs of invoices that are not long; null when none does. */
  readonly chunks: readonly number[] | null;
  /** Positions of the first long invoices that lack PDFs; null when none does. */
  readonly long: readonly number[] | null;
};

/** Batches processed before an instant that are not noted as rendered, the oldest first, beyond the one with id `after`. */
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

/** Annulled invoices that lack the PDF which says so, the oldest annulments first. */
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
  /** That wait. */
  readonly records: number;
  /** Whether they fill an envelope, so that it may go before AEAT's wait is over. */
  readonly isFull: boolean;
};

/** Chains with records that may be sent now and that nobody is sending, those first that waited longest. */
export async function listDueRemissions(
  connection: Connection,
  now: Date,
  most: number,
): Promise<DueRemission[]> {
  const { rows } = await query(connection, sql.listDueRemissions(now, most, FULL_ENVELOPE));
  return rows;
}
