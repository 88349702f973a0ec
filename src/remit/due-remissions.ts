import { FULL_ENVELOPE } from 'verifactu-protocol/remission/flow-control';
import type { Connection } from '../platform/postgres/database.ts';
import { query } from '../platform/postgres/statement.ts';
import * as sql from './statements/remission.sql.ts';

export type DueRemission = {
  readonly chainId: number;
  readonly organizationId: number;
  /** Number of pending records. */
  readonly records: number;
  /**
   * Whether the records fill a message, which may then be sent before AEAT's waiting time is over.
   */
  readonly isFull: boolean;
};

/**
 * Lists chains with records that may be sent now and that no worker is sending, longest wait first.
 */
export async function listDueRemissions(
  connection: Connection,
  now: Date,
  most: number,
): Promise<DueRemission[]> {
  const { rows } = await query(connection, sql.listDueRemissions(now, most, FULL_ENVELOPE));
  return rows;
}
