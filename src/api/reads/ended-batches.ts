import type { Connection } from '../../platform/postgres/database.ts';
import { queryAsOrganization } from '../../platform/postgres/scoped-query.ts';
import * as sql from './reads.sql.ts';

export type EndedBatch = sql.FindEndedBatchesRow;

/**
 * Finds which of some batches, which may belong to several organizations, have ended or wait because
 * their organization is paused.
 */
export async function findEndedBatches(
  connection: Connection,
  batches: readonly { readonly organizationId: number; readonly batchId: number }[],
): Promise<EndedBatch[]> {
  const { rows } = await queryAsOrganization(
    connection,
    batches.map(({ organizationId }) => organizationId),
    sql.findEndedBatches(batches.map(({ batchId }) => batchId)),
  );
  return rows;
}
