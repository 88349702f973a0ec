import type { Connection } from '../../../platform/postgres/database.ts';
import { statementsBeside } from '../../../platform/postgres/statement.ts';

/* Findings on customers' data that operators have acknowledged. Times are milliseconds since 1970. */

const LIST_ACKNOWLEDGEMENTS = statementsBeside(import.meta.url)('list-acknowledgements');

const MOST = 1000;

export type Acknowledgement = {
  /** The number of the finding. */
  readonly finding: number;
  readonly operator: string;
  readonly reason: string | null;
  readonly at: number;
  /** Of what the finding was about, the newest that was there. */
  readonly newestAt: number;
};

/** Lists the newest acknowledgement of each finding. */
export async function listAcknowledgements(connection: Connection): Promise<Acknowledgement[]> {
  const { rows } = await connection.query<Acknowledgement>({ ...LIST_ACKNOWLEDGEMENTS, values: [MOST] });
  return rows;
}
