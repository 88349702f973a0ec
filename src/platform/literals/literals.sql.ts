/* Generated from literals.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type ReadDocumentBlocksRow = {
  readonly batchId: number;
  readonly part: number;
  readonly codec: number;
  readonly sha256: Buffer;
  readonly content: Buffer;
};

/** Reads document blocks by batch and part. */
export const readDocumentBlocks: Statement<
  [
    batchIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    parts: readonly number[] | EncodedArray<number>,
  ],
  ReadDocumentBlocksRow
> = statement('readDocumentBlocks');

export type ReadRecordBlocksRow = ReadDocumentBlocksRow;

/** Reads record blocks by batch and part. */
export const readRecordBlocks: Statement<
  [
    batchIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    parts: readonly number[] | EncodedArray<number>,
  ],
  ReadRecordBlocksRow
> = statement('readRecordBlocks');

export type ReadOwnDocumentBlocksRow = ReadDocumentBlocksRow;

/** Reads document blocks of an organization by batch and part. */
export const readOwnDocumentBlocks: Statement<
  [
    organizationId: number | bigint,
    batchIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    parts: readonly number[] | EncodedArray<number>,
  ],
  ReadOwnDocumentBlocksRow
> = statement('readOwnDocumentBlocks');
