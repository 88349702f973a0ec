/* Generated from traces.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../statement.ts';

const statement = readStatements(import.meta.url);

export type FindTraceparentRow = {
  readonly traceparent: string | null;
};

/** Returns the traceparent of the request that created a batch. */
export const findTraceparent: Statement<[batchId: number | bigint], FindTraceparentRow> =
  statement('findTraceparent');

export type ListTraceparentsRow = {
  readonly traceparent: string;
};

/** Returns the traceparents of the batches to which records of a chain belong. */
export const listTraceparents: Statement<
  [chainId: number | bigint, first: number | bigint, last: number | bigint],
  ListTraceparentsRow
> = statement('listTraceparents');
