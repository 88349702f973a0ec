/* Generated from partitions.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../statement.ts';

const statement = readStatements(import.meta.url);

export type FindArchivedMonthRow = {
  readonly month: string;
};

/** The month of a batch that left the database, YYYY-MM; no row where it is here. */
export const findArchivedMonth: Statement<[batchId: number | bigint], FindArchivedMonthRow> =
  statement('findArchivedMonth');
