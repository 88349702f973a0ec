import type { RecordAnswerState, RecordKind } from 'verifactu-protocol/remission/answer';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './overview.sql.ts';
import { findRemission, type LastTry, type RemissionSummary } from '../../operate/chains/remissions.ts';
import type { BatchInFlight } from './work.ts';

/* Details of one batch or one chain. Times are in milliseconds since 1970. */

const MOST_FAULTS = 200;
const MOST_ATTEMPTS = 20;

export type BatchFault = {
  readonly invoiceId: number;
  readonly position: number;
  readonly externalInvoiceId: string | null;
  readonly invoiceNumber: string | null;
  /** Reason for the failure; null if it was issued. */
  readonly error: string | null;
  readonly issuerNif: string | null;
  /** Kind of its newest record; null while AEAT has not answered or if there is no record. */
  readonly kind: RecordKind | null;
  readonly state: RecordAnswerState | null;
  readonly code: number | null;
  readonly message: string | null;
  /** Total number of faults of the batch. */
  readonly total: number;
};

export type BatchView = BatchInFlight & {
  readonly organizationName: string;
  readonly renderedAt: number | null;
  readonly pdfsOnDemand: boolean;
  /**
   * The first faults. They contain the client's data, so a view is recorded before they are shown.
   */
  readonly faults: readonly BatchFault[];
};

/**
 * Reads the state and the faults of a batch.
 * @returns null if it does not exist.
 */
export async function readBatchView(connection: Connection, batchId: number): Promise<BatchView | null> {
  const { rows } = await query(connection, sql.readBatchView(batchId));
  const [batch] = rows;
  if (batch === undefined) return null;
  const { rows: faults } = await query(connection, sql.listBatchFaults(batchId, MOST_FAULTS));
  return { ...batch, faults };
}

export type Attempt = Omit<LastTry, 'at'> & {
  readonly attempt: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly httpStatus: number | null;
};

export type ChainView = { readonly chain: RemissionSummary; readonly attempts: readonly Attempt[] };

/**
 * Reads the state and the last messages of a chain.
 * @returns null if it does not exist.
 */
export async function readChainView(connection: Connection, chainId: number): Promise<ChainView | null> {
  const chain = await findRemission(connection, chainId);
  if (chain === null) return null;
  const { rows } = await query(connection, sql.listAttempts(chainId, MOST_ATTEMPTS));
  return { chain, attempts: rows };
}
