/* Generated from operating.sql and the database by `npm run sql:generate`: not written by hand. */

import { type NoColumns, type Statement, readStatements } from '../../platform/postgres/statement.ts';
import { type IssuerDetails } from '../../contracts/issuer-profile.ts';

const statement = readStatements(import.meta.url);

export type FindIssuedInvoiceRow = {
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly number: string;
  readonly issueDate: string;
  readonly total: string;
  readonly isSigned: boolean;
};

/**
 * Returns the data of an issued invoice that a correction needs, and whether its signed Facturae is
 * stored.
 */
export const findIssuedInvoice: Statement<[id: number | bigint], FindIssuedInvoiceRow> =
  statement('findIssuedInvoice');

export type ReadSignedFileRow = {
  readonly organizationId: number;
  readonly content: Buffer;
  readonly sha256: Buffer;
  readonly signedAt: number;
  readonly issuerNif: string;
  readonly number: string;
};

/** Returns the signed Facturae of an issued invoice. */
export const readSignedFile: Statement<[id: number | bigint], ReadSignedFileRow> =
  statement('readSignedFile');

/** Deletes the signed Facturae of an issued invoice unless it is another one by now. */
export const deleteSignedFile: Statement<[id: number | bigint, sha256: Uint8Array], NoColumns> =
  statement('deleteSignedFile');

export type ReadFrozenProfileRow = {
  readonly profile: IssuerDetails | null;
};

/**
 * Returns the profile of the issuer that an issued invoice has kept since it was issued, without
 * the logo; null without one.
 */
export const readFrozenProfile: Statement<[id: number | bigint], ReadFrozenProfileRow> =
  statement('readFrozenProfile');

export type FindLackingPdfRow = {
  readonly id: number;
  readonly organizationId: number;
  readonly number: string;
  readonly isAnnulled: boolean;
  readonly isLacking: boolean;
};

/** Returns whether an issued invoice lacks the PDF of its current state (annulled or not). */
export const findLackingPdf: Statement<[id: number | bigint], FindLackingPdfRow> =
  statement('findLackingPdf');

export type FindRetriableBatchRow = {
  readonly id: number;
  readonly organizationId: number;
  readonly invoices: number;
  readonly work: number;
  readonly receivedAt: number;
  readonly isProcessed: boolean;
  readonly isRendered: boolean;
  readonly pdfsOnDemand: boolean;
  readonly pausedAt: number | null;
  readonly missing: number;
  readonly chunks: readonly number[];
  readonly positions: readonly number[];
};

/** Returns the pending work of a batch. */
export const findRetriableBatch: Statement<
  [batchId: number | bigint, chunkSize: number],
  FindRetriableBatchRow
> = statement('findRetriableBatch');

export type ListInvoiceRecordsRow = {
  readonly chainId: number;
  readonly sequence: number;
  readonly kind: 'alta' | 'anulacion';
  readonly hash: string;
  readonly generatedAt: number;
  readonly answer: 'accepted' | 'accepted_with_errors' | 'rejected' | null;
  readonly code: number | null;
  readonly message: string | null;
  readonly csv: string | null;
  readonly isCorrection: boolean;
  readonly reason: string | null;
  readonly operator: string | null;
  readonly xml: string | null;
};

/** Lists the registration records of an invoice in their order with AEAT's answers. */
export const listInvoiceRecords: Statement<[id: number | bigint], ListInvoiceRecordsRow> =
  statement('listInvoiceRecords');

export type ListLiveCorrectionsRow = {
  readonly number: string;
};

/**
 * Lists the invoices that rectify or replace an invoice and are not annulled, newest first, at most
 * six: by their row, or by the term of a reference to it, which an invoice has that named this one
 * before it was issued.
 */
export const listLiveCorrections: Statement<
  [id: number | bigint, organizationId: number | bigint, term: number | bigint],
  ListLiveCorrectionsRow
> = statement('listLiveCorrections');

export type StoreCorrectionRow = {
  readonly stored: boolean;
};

/**
 * Stores a correction ordered with an API key, together with its record
 * (migrations/0007-corrections.sql).
 */
export const storeCorrection: Statement<
  [
    tokenHash: Uint8Array,
    now: Date,
    action: string,
    kind: string,
    reason: string,
    chainId: number | bigint,
    sequence: number | bigint,
    issuedInvoiceId: number | bigint,
    previousHash: string | null,
    hash: string,
    xml: string,
  ],
  StoreCorrectionRow
> = statement('storeCorrection');
