/* Generated from partitions.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type CountUnsettledRow = {
  readonly batches: number;
  readonly unanswered: number;
  readonly refused: number;
  readonly entries: number;
  readonly deliveries: number;
  readonly lost: number;
};

/**
 * Counts everything that prevents the archiving of a month: unfinished batches, records and entries in
 * SII and deliveries to the SPFE without an answer, rejected invoices and lost render batches. The end ids are exclusive.
 */
export const countUnsettled: Statement<
  [
    firstBatch: number | bigint,
    endBatch: number | bigint,
    firstRenderBatch: number | bigint,
    finishRenderBatch: number | bigint,
  ],
  CountUnsettledRow
> = statement('countUnsettled');

export type ListMonthDocumentBlocksRow = {
  readonly organizationId: number;
  readonly row: string;
};

/** Lists the document blocks of a range of batches, as JSON. */
export const listMonthDocumentBlocks: Statement<
  [firstBatch: number | bigint, endBatch: number | bigint],
  ListMonthDocumentBlocksRow
> = statement('listMonthDocumentBlocks');

export type ListMonthDocumentsRow = {
  readonly organizationId: number;
  readonly invoiceId: number;
  readonly issuerNif: string;
  readonly invoiceNumber: string;
  readonly issueDate: string;
  readonly total: string;
};

/** Lists the issued invoices of a range of batches. */
export const listMonthDocuments: Statement<
  [firstBatch: number | bigint, endBatch: number | bigint],
  ListMonthDocumentsRow
> = statement('listMonthDocuments');

export type ListMonthRenderBatchesRow = {
  readonly id: number;
  readonly organizationId: number;
  readonly version: number;
  readonly sha256: Buffer;
  readonly content: Buffer | null;
  readonly storedOn: string | null;
  readonly renderedAt: string;
};

/** Lists the render batches whose ids are in a range. */
export const listMonthRenderBatches: Statement<
  [firstRenderBatch: number | bigint, finishRenderBatch: number | bigint],
  ListMonthRenderBatchesRow
> = statement('listMonthRenderBatches');

export type ListMonthRecordBlocksRow = {
  readonly organizationId: number;
  readonly row: string;
};

/** Lists the record blocks of a range of batches, as JSON. */
export const listMonthRecordBlocks: Statement<
  [firstBatch: number | bigint, endBatch: number | bigint],
  ListMonthRecordBlocksRow
> = statement('listMonthRecordBlocks');

export type ListMonthRecordsRow = {
  readonly organizationId: number;
  readonly chainId: number;
  readonly installationNumber: string;
  readonly sequence: number;
  readonly kind: 'alta' | 'anulacion';
  readonly invoiceId: number;
  readonly issuerNif: string;
  readonly number: string;
  readonly issueDate: string;
  readonly total: string;
  readonly previousHash: string | null;
  readonly hash: string;
  readonly state: 'accepted' | 'accepted_with_errors' | 'rejected' | null;
  readonly code: number | null;
  readonly message: string | null;
  readonly csv: string | null;
  readonly answeredAt: string | null;
  readonly xml: string | null;
};

/** Lists the registration records of the invoices of a range of batches, with AEAT's answers. */
export const listMonthRecords: Statement<
  [firstBatch: number | bigint, endBatch: number | bigint],
  ListMonthRecordsRow
> = statement('listMonthRecords');

export type ListMonthsRow = {
  readonly month: string;
  readonly firstBatch: number;
  readonly endBatch: number | null;
  readonly firstRenderBatch: number;
  readonly finishRenderBatch: number | null;
  readonly archivedAt: number | null;
  readonly restoredAt: number | null;
  readonly manifestSha256: Buffer | null;
};

/** Lists the months with their ranges of ids, oldest first. */
export const listMonths: Statement<[], ListMonthsRow> = statement('listMonths');

export type SumRowsRow = {
  readonly name: 'document-blocks' | 'record-blocks' | 'render-batches';
  readonly rows: number;
  readonly sum: string;
};

/**
 * Counts the blocks and render batches of a month and computes a checksum of each kind that does
 * not depend on their order (src/archive/checksum.ts).
 */
export const sumRows: Statement<
  [
    firstBatch: number | bigint,
    endBatch: number | bigint,
    firstRenderBatch: number | bigint,
    finishRenderBatch: number | bigint,
  ],
  SumRowsRow
> = statement('sumRows');

export type ListPartitionsRow = {
  readonly name: string;
};

/**
 * unprepared Lists the partitions of a table between two ids. For the first month, the lower limit
 * is ignored, because its partitions begin before any id.
 */
export const listPartitions: Statement<
  [table: string, first: number | bigint, end: number | bigint],
  ListPartitionsRow
> = statement('listPartitions');

export type MakePartitionApartRow = {
  readonly name: string;
};

/** Creates a detached table for restoring a part of an archived month. */
export const makePartitionApart: Statement<[table: string, first: number | bigint], MakePartitionApartRow> =
  statement('makePartitionApart');
