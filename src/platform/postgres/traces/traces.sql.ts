/* Generated from traces.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../statement.ts';

const statement = readStatements(import.meta.url);

export type FindTraceparentRow = {
  readonly traceparent: string | null;
};

/** The trace of the request that a batch came with. */
export const findTraceparent: Statement<[batchId: number | bigint], FindTraceparentRow> =
  statement('findTraceparent');

export type ListTraceparentsRow = {
  readonly traceparent: string;
};

/** The traces of the batches that records of a chain belong to. */
export const listTraceparents: Statement<
  [chainId: number | bigint, first: number | bigint, last: number | bigint],
  ListTraceparentsRow
> = statement('listTraceparents');
