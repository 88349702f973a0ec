/* Generated from accepting.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type AcceptBatchRow = {
  readonly batchId: number;
  readonly response: string;
};

/**
 * Accepts a batch: idempotency record, ordinal, batch, raw body and batch invoices, or nothing when the key is taken. What is changed here is changed in
 * acceptBatches, too, which does it for small ones that come together. The id of the batch stands between the start and the end of the response.
 */
export const acceptBatch: Statement<
  [
    organizationId: number | bigint,
    idempotencyKey: string,
    bodyHash: Uint8Array,
    responseStart: string,
    responseEnd: string,
    receivedAt: Date,
    externalBatchId: string | null,
    invoicesCount: number,
    body: Uint8Array,
    externalInvoiceIds: readonly (string | null)[] | EncodedArray<string | null>,
    invoiceNumbers: readonly (string | null)[] | EncodedArray<string | null>,
    processingErrors: readonly (string | null)[] | EncodedArray<string | null>,
    idempotencyWindow: string,
    work: number,
    traceparent: string | null,
  ],
  AcceptBatchRow
> = statement('acceptBatch');

export type AcceptBatchesRow = {
  readonly place: number;
  readonly batchId: number;
  readonly response: string;
};

/**
 * Accepts several batches that arrived together, as acceptBatch does one: idempotency records, ordinals, batches, raw bodies and batch invoices. A batch whose key
 * is taken leaves nothing behind and has no row in the result. The invoices of all batches stand behind each other in one list per column.
 */
export const acceptBatches: Statement<
  [
    organizationIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    idempotencyKeys: readonly string[] | EncodedArray<string>,
    bodyHashes: readonly Uint8Array[] | EncodedArray<Uint8Array>,
    responseStarts: readonly string[] | EncodedArray<string>,
    responseEnds: readonly string[] | EncodedArray<string>,
    receivedAt: readonly Date[] | EncodedArray<Date>,
    externalBatchIds: readonly (string | null)[] | EncodedArray<string | null>,
    invoicesCounts: readonly number[] | EncodedArray<number>,
    bodies: readonly Uint8Array[] | EncodedArray<Uint8Array>,
    externalInvoiceIds: readonly (string | null)[] | EncodedArray<string | null>,
    invoiceNumbers: readonly (string | null)[] | EncodedArray<string | null>,
    processingErrors: readonly (string | null)[] | EncodedArray<string | null>,
    idempotencyWindow: string,
    works: readonly number[] | EncodedArray<number>,
    traceparents: readonly (string | null)[] | EncodedArray<string | null>,
  ],
  AcceptBatchesRow
> = statement('acceptBatches');

export type FindIdempotencyRecordRow = {
  readonly batchId: number;
  readonly bodyHash: Buffer;
  readonly response: string;
  readonly storedBytes: number;
};

/** Finds the answer that a key stands for now. */
export const findIdempotencyRecord: Statement<
  [organizationId: number | bigint, key: string, now: Date, idempotencyWindow: string],
  FindIdempotencyRecordRow
> = statement('findIdempotencyRecord');

export type FindIssuersWithoutAddressRow = {
  readonly nif: string;
};

/** Which of these issuers have no address in their newest profile, or no profile. */
export const findIssuersWithoutAddress: Statement<
  [organizationId: number | bigint, nifs: readonly string[] | EncodedArray<string>],
  FindIssuersWithoutAddressRow
> = statement('findIssuersWithoutAddress');

export type FindPersonNamesRow = {
  readonly nif: string;
  readonly isSet: boolean;
  readonly name: string | null;
};

/** The names of an organization's issuers, as messages to AEAT have them (findIssuerName): as an operator set them, else as AEAT took them last. */
export const findPersonNames: Statement<
  [organizationId: number | bigint, nifs: readonly string[] | EncodedArray<string>],
  FindPersonNamesRow
> = statement('findPersonNames');

export type ReadBatchBodyRow = {
  readonly slice: Buffer;
};

/** Reads a slice of the compressed body of a batch, beginning with a byte that counts from 1. */
export const readBatchBody: Statement<
  [organizationId: number | bigint, batchId: number | bigint, from: number, bytes: number],
  ReadBatchBodyRow
> = statement('readBatchBody');

/** Locks an organization until the transaction ends. What others stored meanwhile is seen by the next statement, not by this one. */
export const lockOrganization: Statement<[organizationId: number | bigint], NoColumns> =
  statement('lockOrganization');

export type FindNewestReceiptRow = {
  readonly receivedAt: number;
};

/** When the newest batch of an organization was received, in milliseconds since 1970. */
export const findNewestReceipt: Statement<[organizationId: number | bigint], FindNewestReceiptRow> =
  statement('findNewestReceipt');
