/* Generated from partitions.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../statement.ts';

const statement = readStatements(import.meta.url);

export type FindArchivedMonthRow = {
  readonly month: string;
};

/** The month of a batch that left the database, YYYY-MM; no row where it is here. */
export const findArchivedMonth: Statement<[batchId: number | bigint], FindArchivedMonthRow> =
  statement('findArchivedMonth');

export type ListPartitionDropsRow = {
  readonly statement: string;
};

/** The statements that take away the partitions of some tables. */
export const listPartitionDrops: Statement<
  [tables: readonly string[] | EncodedArray<string>],
  ListPartitionDropsRow
> = statement('listPartitionDrops');
