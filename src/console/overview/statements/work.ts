import type { BatchStatus } from '../../../contracts/codes.ts';
import type { Connection } from '../../../platform/postgres/database.ts';
import { query } from '../../../platform/postgres/statement.ts';
import * as sql from './overview.sql.ts';
import { MOST_COUNTED } from './bounds.ts';

/* What is not done yet, and whose it is. Times are milliseconds since 1970. */

/** Batches whose PDFs are counted one by one; of those behind them all invoices are counted. */
const COUNTED_ONE_BY_ONE = 30;

export type BatchInFlight = {
  readonly batchId: number;
  readonly organizationId: number;
  readonly externalBatchId: string | null;
  readonly status: BatchStatus;
  readonly invoices: number;
  readonly receivedAt: number;
  readonly processedAt: number | null;
  readonly failed: number;
  readonly issued: number;
  readonly pdfs: number;
  /** Registration records of its invoices, and how many of them AEAT answered. */
  readonly records: number;
  readonly answered: number;
};

/** Batches that are not issued or lack PDFs, the oldest first. */
export async function listBatchesInFlight(connection: Connection, most: number): Promise<BatchInFlight[]> {
  const { rows } = await query(connection, sql.listBatchesInFlight(most));
  return rows;
}

/** Kinds of unfinished work: batches to issue, invoices to render batch, records to send, events to deliver. */
export type WorkKind = 'batch' | 'pdf' | 'record' | 'webhook';

export type UnfinishedWork = {
  readonly kind: WorkKind;
  /** MOST_COUNTED means that or more, but for records, which are counted all. */
  readonly count: number;
  /** null where there is none. */
  readonly oldestAt: number | null;
  /** When some of it was done last; null where that is not known. */
  readonly lastDoneAt: number | null;
};

/** How much work of each kind is not done, and since when the oldest waits. */
export async function measureWork(connection: Connection): Promise<UnfinishedWork[]> {
  const { rows } = await query(connection, sql.measureWork(MOST_COUNTED, COUNTED_ONE_BY_ONE));
  return rows;
}

export type PausedOrganization = {
  readonly organizationId: number;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly pausedAt: number;
  /** Batches that are not issued. */
  readonly batchesWaiting: number;
};

/** Organizations that an operator paused. */
export async function listPaused(connection: Connection, most: number): Promise<PausedOrganization[]> {
  const { rows } = await query(connection, sql.listPaused(most, MOST_COUNTED));
  return rows;
}

export type OrganizationLoad = {
  readonly organizationId: number;
  readonly name: string;
  /** By an operator; null: it is not paused. */
  readonly pausedAt: number | null;
  /** To be issued. */
  readonly openBatches: number;
  readonly openInvoices: number;
  /** Invoices of batches that lack PDFs. */
  readonly openPdfs: number;
  /** Records without an answer. */
  readonly openRecords: number;
  /** That came since the moment asked for. */
  readonly newBatches: number;
  readonly newInvoices: number;
  /** Of all organizations. */
  readonly allNewInvoices: number;
};

/** The organizations with most work. @param since from when on what came is counted. */
export async function listLoad(
  connection: Connection,
  since: Date,
  most: number,
): Promise<OrganizationLoad[]> {
  const { rows } = await query(connection, sql.listLoad(since, MOST_COUNTED, most));
  return rows;
}

/** Whether there is an endpoint that webhooks are delivered to. */
export async function hasEndpoints(connection: Connection): Promise<boolean> {
  const { rows } = await query(connection, sql.hasEndpoints());
  return rows[0]!.has;
}

/** When the last of the endpoints that fail began to; null: none does. */
export async function findNewestFailing(connection: Connection): Promise<number | null> {
  const { rows } = await query(connection, sql.findNewestFailing());
  return rows[0]!.at;
}
