import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './overview.sql.ts';

/*
 * Findings on customers' data that operators have acknowledged. Times are in milliseconds since
 * 1970.
 */

const MOST = 1000;

export type Acknowledgement = {
  /** Number of the finding. */
  readonly finding: number;
  readonly operator: string;
  readonly reason: string | null;
  readonly at: number;
  /** Time of the newest item that the finding concerned. */
  readonly newestAt: number;
};

/** Lists the newest acknowledgement of each finding. */
export async function listAcknowledgements(connection: Connection): Promise<Acknowledgement[]> {
  const { rows } = await query(connection, sql.listAcknowledgements(MOST));
  return rows;
}
