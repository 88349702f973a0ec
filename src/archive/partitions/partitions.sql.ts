/* Generated from partitions.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type CountUnsettledRow = {
  readonly batches: number;
  readonly unanswered: number;
  readonly refused: number;
  readonly lost: number;
};

/** Counts what is not done of a month. Its batches and its render batches go from the first to where they end. */
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

/** Lists the literal blocks of the documents of some batches, as JSON. */
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

/** Lists the issued invoices of some batches. */
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
  readonly printedAt: string;
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

/** Lists the literal blocks of the records of some batches, as JSON. */
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

/** Lists the records of the invoices of some batches, with AEAT's answers. */
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

/** Lists the months with where their ids begin and end, the oldest first. */
export const listMonths: Statement<[], ListMonthsRow> = statement('listMonths');

export type SumRowsRow = {
  readonly name: 'document-blocks' | 'record-blocks' | 'render-batches';
  readonly rows: number;
  readonly sum: string;
};

/** How many blocks and render batches of a month there are, and a sum of what they say in whatever order (src/archive/checksum.ts). */
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

/** The partitions of a table that lie between two ids. Of the first month of all they begin before any id. */
export const listPartitions: Statement<
  [table: string, first: number | bigint, end: number | bigint],
  ListPartitionsRow
> = statement('listPartitions');

export type MakePartitionApartRow = {
  readonly name: string;
};

/** Makes a table that a part of a month comes back into. */
export const makePartitionApart: Statement<[table: string, first: number | bigint], MakePartitionApartRow> =
  statement('makePartitionApart');
