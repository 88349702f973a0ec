import type { Connection } from '../platform/postgres/database.ts';
import { query } from '../platform/postgres/statement.ts';
import * as sql from './statements/issuing.sql.ts';

export type DueBatch = {
  readonly batchId: number;
  readonly organizationId: number;
  readonly invoices: number;
  /** Work to issue the batch, in ordinary invoices. */
  readonly work: number;
};

/**
 * Lists unfinished batches received before an instant, oldest first, starting after the batch with
 * id `after`.
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
