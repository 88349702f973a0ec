import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './overview.sql.ts';
import { findRemissions, type RemissionSummary } from '../../operate/chains/remissions.ts';

export type BatchTruth = {
  readonly batchId: number;
  readonly organizationId: number;
  readonly isProcessed: boolean;
  /**
   * Time at which its organization was paused, in milliseconds since 1970; null if it is not
   * paused.
   */
  readonly pausedAt: number | null;
  /** Number of issued invoices without a PDF. */
  readonly missing: number;
};

/** Ids of the rows that jobs concern. */
export type AskedTruths = { readonly chainIds: readonly number[]; readonly batchIds: readonly number[] };
/** Current state of these rows. Rows that no longer exist are omitted. */
export type JobTruths = {
  readonly chains: readonly RemissionSummary[];
  readonly batches: readonly BatchTruth[];
};

/** Reads the current state of the rows that jobs concern. */
export async function readJobTruths(
  connection: Connection,
  { chainIds, batchIds }: AskedTruths,
): Promise<JobTruths> {
  const chains = chainIds.length === 0 ? [] : await findRemissions(connection, chainIds);
  if (batchIds.length === 0) return { chains, batches: [] };
  const { rows } = await query(connection, sql.listBatchTruths(batchIds));
  return { chains, batches: rows };
}
