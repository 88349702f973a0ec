/* Generated from partitions.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../statement.ts';

const statement = readStatements(import.meta.url);

export type FindArchivedMonthRow = {
  readonly month: string;
};

/** Returns the month of an archived batch, YYYY-MM. Returns no row if the batch is not archived. */
export const findArchivedMonth: Statement<[batchId: number | bigint], FindArchivedMonthRow> =
  statement('findArchivedMonth');

export type ListPartitionDropsRow = {
  readonly statement: string;
};

/** Returns the statements that drop the partitions of tables. */
export const listPartitionDrops: Statement<
  [tables: readonly string[] | EncodedArray<string>],
  ListPartitionDropsRow
> = statement('listPartitionDrops');
