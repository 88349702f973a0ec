/* Generated from recipients.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type ReadUnindexedBlocksRow = {
  readonly batchId: number;
  readonly part: number;
  readonly codec: number;
  readonly sha256: Buffer;
  readonly content: Buffer;
};

/**
 * Reads the document blocks after a place that contain invoices without the term of a recipient, in
 * the order of their places.
 */
export const readUnindexedBlocks: Statement<
  [batchId: number | bigint, part: number, limit: number | bigint],
  ReadUnindexedBlocksRow
> = statement('readUnindexedBlocks');

export type StoreRecipientTermsRow = {
  readonly stored: number;
};

/** Stores the terms of the recipients of invoices that have none, and returns how many were missing. */
export const storeRecipientTerms: Statement<
  [
    invoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    terms: readonly (number | bigint)[] | EncodedArray<number | bigint>,
  ],
  StoreRecipientTermsRow
> = statement('storeRecipientTerms');
