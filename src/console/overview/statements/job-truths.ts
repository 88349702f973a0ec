import type { Connection } from '../../../platform/postgres/database.ts';
import { query } from '../../../platform/postgres/statement.ts';
import * as sql from './overview.sql.ts';
import { findRemissions, type RemissionSummary } from '../../../operate/chains/remissions.ts';

export type BatchTruth = {
  readonly batchId: number;
  readonly organizationId: number;
  readonly isProcessed: boolean;
  /** Of its organization. Milliseconds since 1970. */
  readonly pausedAt: number | null;
  /** Issued invoices without a PDF. */
  readonly missing: number;
};

/** What jobs are about. */
export type AskedTruths = { readonly chainIds: readonly number[]; readonly batchIds: readonly number[] };
/** How it stands now; what is not there any more is left out. */
export type JobTruths = {
  readonly chains: readonly RemissionSummary[];
  readonly batches: readonly BatchTruth[];
};

/** Reads how stands what some jobs are about. */
export async function readJobTruths(
  connection: Connection,
  { chainIds, batchIds }: AskedTruths,
): Promise<JobTruths> {
  const chains = chainIds.length === 0 ? [] : await findRemissions(connection, chainIds);
  if (batchIds.length === 0) return { chains, batches: [] };
  const { rows } = await query(connection, sql.listBatchTruths(batchIds));
  return { chains, batches: rows };
}
