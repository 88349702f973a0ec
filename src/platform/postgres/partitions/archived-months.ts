import type { Connection } from '../database.ts';

/** What left the database with its month was asked for. */
export class MonthAwayError extends Error {
  override readonly name = 'MonthAwayError';
  /** YYYY-MM. */
  readonly month: string;
  constructor(month: string) {
    super(
      `What was accepted in ${month} has left the database; its files hold it, and npm run engine -- archive return brings it back to be read`,
    );
    this.month = month;
  }
}

/** @throws MonthAwayError where a batch is of a month that left. */
export async function requireHere(connection: Connection, batchId: number): Promise<void> {
  const { rows } = await connection.query<{ month: string }>({
    name: 'find-month-away',
    text: `select to_char(month, 'YYYY-MM') as month from months_away() where $1 >= first_batch and $1 < end_batch`,
    values: [batchId],
  });
  if (rows[0] !== undefined) throw new MonthAwayError(rows[0].month);
}
