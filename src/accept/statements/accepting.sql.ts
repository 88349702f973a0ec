/* Generated from accepting.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';
import { type StoredSigning } from '../../contracts/signing-refusals.ts';

const statement = readStatements(import.meta.url);

export type AcceptBatchRow = {
  readonly batchId: number;
  readonly response: string;
};

/**
 * Accepts a batch: stores the idempotency record, ordinal, batch, raw body and batch invoices.
 * Stores nothing and returns no row if the key is in use. Keep this statement and acceptBatches,
 * which accepts several small batches at once, in step. The stored response is responseStart, the
 * id of the batch and responseEnd. metadata and warnings are JSON; their lists, and that of
 * spanishErrors, are empty if no invoice of the batch has any. issuerNifs are separated by blanks.
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
    version: number,
    metadata: readonly (string | null)[] | EncodedArray<string | null>,
    warnings: readonly (string | null)[] | EncodedArray<string | null>,
    issuerNifs: string | null,
    spanishErrors: readonly (string | null)[] | EncodedArray<string | null>,
  ],
  AcceptBatchRow
> = statement('acceptBatch');

export type AcceptBatchesRow = {
  readonly place: number;
  readonly batchId: number;
  readonly response: string;
};

/**
 * Accepts several batches that arrived together, as acceptBatch does for one. Stores nothing for a
 * batch whose key is in use and returns no row for it. The invoices of all batches are concatenated
 * in one list per column. The lists of metadata, warnings and spanishErrors are empty if no invoice
 * has any.
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
    versions: readonly number[] | EncodedArray<number>,
    metadata: readonly (string | null)[] | EncodedArray<string | null>,
    warnings: readonly (string | null)[] | EncodedArray<string | null>,
    issuerNifs: readonly (string | null)[] | EncodedArray<string | null>,
    spanishErrors: readonly (string | null)[] | EncodedArray<string | null>,
  ],
  AcceptBatchesRow
> = statement('acceptBatches');

export type FindIdempotencyRecordRow = {
  readonly batchId: number;
  readonly bodyHash: Buffer;
  readonly response: string;
  readonly version: number;
  readonly storedBytes: number;
};

/** Finds the stored response of an idempotency key that is in use. */
export const findIdempotencyRecord: Statement<
  [organizationId: number | bigint, key: string, now: Date, idempotencyWindow: string],
  FindIdempotencyRecordRow
> = statement('findIdempotencyRecord');

export type FindExternalIdsRow = {
  readonly place: number;
  readonly id: number;
};

/**
 * Finds the oldest invoice that did not fail with each of a client's ids. place is the position of
 * the id in the list, from 1.
 */
export const findExternalIds: Statement<
  [organizationId: number | bigint, externalIds: readonly string[] | EncodedArray<string>],
  FindExternalIdsRow
> = statement('findExternalIds');

export type FindIssuersOfOthersRow = {
  readonly nif: string;
  readonly isBound: boolean;
};

/**
 * Finds the issuers to which another organization is bound or for which another one issues
 * (ops/adr/0066).
 */
export const findIssuersOfOthers: Statement<
  [nifs: readonly string[] | EncodedArray<string>],
  FindIssuersOfOthersRow
> = statement('findIssuersOfOthers');

export type FindIssuersWithoutAddressRow = {
  readonly nif: string;
};

/** Finds the issuers that have no profile or no address in their newest profile. */
export const findIssuersWithoutAddress: Statement<
  [organizationId: number | bigint, nifs: readonly string[] | EncodedArray<string>],
  FindIssuersWithoutAddressRow
> = statement('findIssuersWithoutAddress');

export type FindSignersRow = {
  readonly nif: string;
  readonly id: number;
  readonly issuerNif: string | null;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly signing: StoredSigning | null;
  readonly hasAddress: boolean;
};

/**
 * Lists the certificates that can sign for issuers, valid or not, with whether the newest profile
 * of their holder has an address.
 */
export const findSigners: Statement<
  [organizationId: number | bigint, nifs: readonly string[] | EncodedArray<string>],
  FindSignersRow
> = statement('findSigners');

export type FindPersonNamesRow = {
  readonly nif: string;
  readonly isSet: boolean;
  readonly name: string | null;
};

/**
 * Finds the names of issuers in messages to AEAT (findIssuerName): the name that an operator set,
 * or else the one that AEAT last accepted.
 */
export const findPersonNames: Statement<
  [organizationId: number | bigint, nifs: readonly string[] | EncodedArray<string>],
  FindPersonNamesRow
> = statement('findPersonNames');

export type ReadBatchBodyRow = {
  readonly slice: Buffer;
};

/** Reads a slice of the compressed body of a batch. The parameter from counts bytes from 1. */
export const readBatchBody: Statement<
  [organizationId: number | bigint, batchId: number | bigint, from: number, bytes: number],
  ReadBatchBodyRow
> = statement('readBatchBody');

/**
 * Locks an organization until the transaction ends. Changes that others committed during the wait
 * are visible to the next statement, not to this one.
 */
export const lockOrganization: Statement<[organizationId: number | bigint], NoColumns> =
  statement('lockOrganization');

export type FindNewestReceiptRow = {
  readonly receivedAt: number;
};

/** Returns when the newest batch of an organization was received, in milliseconds since 1970. */
export const findNewestReceipt: Statement<[organizationId: number | bigint], FindNewestReceiptRow> =
  statement('findNewestReceipt');
