import type { BatchStatus } from '../../../contracts/codes.ts';
import type { Connection } from '../../../platform/postgres/database.ts';
import { statementsBeside } from '../../../platform/postgres/statement.ts';
import { MOST_COUNTED } from './bounds.ts';

/* What is not done yet, and whose it is. Times are milliseconds since 1970. */

const loadStatement = statementsBeside(import.meta.url);

const LIST_BATCHES_IN_FLIGHT = loadStatement('list-batches-in-flight');
const MEASURE_WORK = loadStatement('measure-work');
const LIST_LOAD = loadStatement('list-load');
const LIST_PAUSED = loadStatement('list-paused');

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
  const { rows } = await connection.query<BatchInFlight>({ ...LIST_BATCHES_IN_FLIGHT, values: [most] });
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
  const { rows } = await connection.query<UnfinishedWork>({
    ...MEASURE_WORK,
    values: [MOST_COUNTED, COUNTED_ONE_BY_ONE],
  });
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
  const values = [most, MOST_COUNTED];
  const { rows } = await connection.query<PausedOrganization>({ ...LIST_PAUSED, values });
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
  const { rows } = await connection.query<OrganizationLoad>({
    ...LIST_LOAD,
    values: [since, MOST_COUNTED, most],
  });
  return rows;
}

/** Whether there is an endpoint that webhooks are delivered to. */
export async function hasEndpoints(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ has: boolean }>(
    'select exists (select from webhook_endpoints where removed_at is null and disabled_at is null) as has',
  );
  return rows[0]!.has;
}

/** When the last of the endpoints that fail began to; null: none does. */
export async function findNewestFailing(connection: Connection): Promise<number | null> {
  const { rows } = await connection.query<{ at: number | null }>(
    `select (extract(epoch from max(failing_since)) * 1000)::float8 as at from webhook_endpoints where removed_at is null and disabled_at is null`,
  );
  return rows[0]!.at;
}
