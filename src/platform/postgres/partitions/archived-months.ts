import type { Connection } from '../database.ts';
import { query } from '../statement.ts';
import * as sql from './partitions.sql.ts';

/** A request asks for data that was archived with its month. */
export class MonthArchivedError extends Error {
  override readonly name = 'MonthArchivedError';
  /** YYYY-MM. */
  readonly month: string;
  constructor(month: string) {
    super(
      `The batches accepted in ${month} are archived in files; npm run engine -- archive restore restores them for reading`,
    );
    this.month = month;
  }
}

/** @throws MonthArchivedError if the batch belongs to an archived month. */
export async function requireHere(connection: Connection, batchId: number): Promise<void> {
  const { rows } = await query(connection, sql.findArchivedMonth(batchId));
  if (rows[0] !== undefined) throw new MonthArchivedError(rows[0].month);
}
