import type { BatchStatus } from '../../contracts/codes.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './overview.sql.ts';
import { MOST_COUNTED } from './bounds.ts';

/* Unfinished work and its organizations. Times are in milliseconds since 1970. */

/**
 * Number of batches whose PDFs are counted individually. For the batches behind them all invoices
 * are counted.
 */
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
  /** Number of registration records of its invoices, and of those that AEAT has answered. */
  readonly records: number;
  readonly answered: number;
};

/** Lists batches that are not issued or lack PDFs, oldest first. */
export async function listBatchesInFlight(connection: Connection, most: number): Promise<BatchInFlight[]> {
  const { rows } = await query(connection, sql.listBatchesInFlight(most));
  return rows;
}

/**
 * Kinds of unfinished work: batches to issue, invoices to render, records to submit, events to
 * deliver.
 */
export type WorkKind = 'batch' | 'pdf' | 'record' | 'webhook';

export type UnfinishedWork = {
  readonly kind: WorkKind;
  /** MOST_COUNTED means this many or more, except for records, which are all counted. */
  readonly count: number;
  /** null if there is none. */
  readonly oldestAt: number | null;
  /** Time at which work of the kind was last completed; null if that is not known. */
  readonly lastDoneAt: number | null;
};

/** Measures the unfinished work of each kind and its oldest item. */
export async function measureWork(connection: Connection): Promise<UnfinishedWork[]> {
  const { rows } = await query(connection, sql.measureWork(MOST_COUNTED, COUNTED_ONE_BY_ONE));
  return rows;
}

export type PausedOrganization = {
  readonly organizationId: number;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly pausedAt: number;
  /** Number of batches that are not issued. */
  readonly batchesWaiting: number;
};

/** Lists the organizations that an operator has paused. */
export async function listPaused(connection: Connection, most: number): Promise<PausedOrganization[]> {
  const { rows } = await query(connection, sql.listPaused(most, MOST_COUNTED));
  return rows;
}

export type OrganizationLoad = {
  readonly organizationId: number;
  readonly name: string;
  /** Time at which an operator paused it; null if it is not paused. */
  readonly pausedAt: number | null;
  /** Batches and invoices to be issued. */
  readonly openBatches: number;
  readonly openInvoices: number;
  /** Invoices of batches that lack PDFs. */
  readonly openPdfs: number;
  /** Records without an answer. */
  readonly openRecords: number;
  /** Batches and invoices received since the given instant. */
  readonly newBatches: number;
  readonly newInvoices: number;
  /** Total of all organizations. */
  readonly allNewInvoices: number;
};

/**
 * Lists the organizations with the most work.
 * @param since start of the period in which new work is counted.
 */
export async function listLoad(
  connection: Connection,
  since: Date,
  most: number,
): Promise<OrganizationLoad[]> {
  const { rows } = await query(connection, sql.listLoad(since, MOST_COUNTED, most));
  return rows;
}

/** Returns whether there is an endpoint for webhooks. */
export async function hasEndpoints(connection: Connection): Promise<boolean> {
  const { rows } = await query(connection, sql.hasEndpoints());
  return rows[0]!.has;
}

/**
 * Returns the time at which the most recent of the failing endpoints started to fail, or null if
 * none fails.
 */
export async function findNewestFailing(connection: Connection): Promise<number | null> {
  const { rows } = await query(connection, sql.findNewestFailing());
  return rows[0]!.at;
}
