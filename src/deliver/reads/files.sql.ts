/* Generated from files.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';
import { type Text } from '../../contracts/messages/texts.ts';
import { type SigningRefusal } from '../../contracts/signing-refusals.ts';
import { type IssuerDetails } from '../../contracts/issuer-profile.ts';

const statement = readStatements(import.meta.url);

export type GetSignedFacturaeRow = {
  readonly processingError: Text | null;
  readonly isIssued: boolean;
  readonly invoiceNumber: string | null;
  readonly sha256: Buffer | null;
  readonly refusal: SigningRefusal | null;
  readonly refusalDetail: string | null;
  readonly annulledAt: string | null;
  readonly at: number;
};

/**
 * Returns the data of a batch invoice that the download of its signed Facturae needs, without the
 * file itself, and the time of the database in milliseconds since 1970. A refusal to sign counts
 * only since a time.
 */
export const getSignedFacturae: Statement<
  [organizationId: number | bigint, id: number | bigint, since: Date | null],
  GetSignedFacturaeRow
> = statement('getSignedFacturae');

export type ListSignedFacturaeRow = {
  readonly id: number;
  readonly isSigned: boolean;
  readonly refusal: SigningRefusal | null;
  readonly refusalDetail: string | null;
};

/**
 * Returns the invoices of a batch that are signed as Facturae, and those that a worker refused to
 * sign at most `seconds` ago.
 */
export const listSignedFacturae: Statement<
  [organizationId: number | bigint, batchId: number | bigint, seconds: number],
  ListSignedFacturaeRow
> = statement('listSignedFacturae');

/** Marks signed Facturae as damaged, for operators. */
export const markDamagedFacturae: Statement<
  [organizationId: number | bigint, ids: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  NoColumns
> = statement('markDamagedFacturae');

export type ReadSignedFacturaeRow = {
  readonly id: number;
  readonly content: Buffer;
  readonly sha256: Buffer;
};

/** Returns the signed Facturae of issued invoices. */
export const readSignedFacturae: Statement<
  [organizationId: number | bigint, ids: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  ReadSignedFacturaeRow
> = statement('readSignedFacturae');

export type GetPdfRow = {
  readonly batchId: number;
  readonly position: number;
  readonly processingError: Text | null;
  readonly isIssued: boolean;
  readonly invoiceNumber: string | null;
  readonly sha256: Buffer | null;
  readonly renderBatchId: number | null;
  readonly monthArchived: string | null;
};

/** Returns the data of a batch invoice that the PDF endpoint needs, without the PDF itself. */
export const getPdf: Statement<[organizationId: number | bigint, id: number | bigint], GetPdfRow> =
  statement('getPdf');

export type ListBatchPdfsRow = {
  readonly endedAt: number | null;
  readonly pdfsOnDemand: boolean;
  readonly id: number | null;
  readonly externalInvoiceId: string | null;
  readonly invoiceNumber: string | null;
  readonly pages: number | null;
  readonly sha256: Buffer | null;
  readonly renderBatchId: number | null;
  readonly monthArchived: string | null;
};

/**
 * Returns the issued invoices of a batch in the order of the request, with the location of each
 * PDF, or nulls if it does not exist yet. Returns no row if there is no such batch, and one row
 * with null id if no invoice is issued.
 */
export const listBatchPdfs: Statement<
  [organizationId: number | bigint, batchId: number | bigint],
  ListBatchPdfsRow
> = statement('listBatchPdfs');

export type ReadRenderBatchesRow = {
  readonly id: number;
  readonly version: number;
  readonly sha256: Buffer;
  readonly content: Buffer | null;
  readonly storedOn: string | null;
};

/** Reads render batches by id. */
export const readRenderBatches: Statement<
  [organizationId: number | bigint, ids: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  ReadRenderBatchesRow
> = statement('readRenderBatches');

export type GetDocumentSourceRow = {
  readonly processingError: Text | null;
  readonly isIssued: boolean;
  readonly invoiceNumber: string | null;
  readonly issuedAt: number | null;
  readonly profile: IssuerDetails | null;
  readonly qrUrl: string | null;
  readonly issuerNif: string | null;
  readonly isSigned: boolean;
  readonly annulledAt: string | null;
};

/**
 * Returns what the electronic invoice of a batch invoice contains beside its document: the issuer's
 * profile of the time of issue, without the logo, and the address in its QR code.
 */
export const getDocumentSource: Statement<
  [organizationId: number | bigint, id: number | bigint],
  GetDocumentSourceRow
> = statement('getDocumentSource');

export type ListDocumentSourcesRow = {
  readonly endedAt: number | null;
  readonly id: number | null;
  readonly externalInvoiceId: string | null;
  readonly invoiceNumber: string | null;
  readonly issuedAt: number | null;
  readonly documentBytes: number | null;
  readonly profile: IssuerDetails | null;
  readonly qrUrl: string | null;
  readonly annulledAt: string | null;
};

/**
 * Returns the issued invoices of a batch in the order of the request, with what their electronic
 * invoices contain beside their documents. Returns no row if there is no such batch, and one row
 * with null id if no invoice is issued.
 */
export const listDocumentSources: Statement<
  [organizationId: number | bigint, batchId: number | bigint],
  ListDocumentSourcesRow
> = statement('listDocumentSources');

export type ReadBlocksInTurnRow = {
  readonly batchId: number;
  readonly part: number;
  readonly codec: number | null;
  readonly sha256: Buffer | null;
  readonly content: Buffer | null;
  readonly isArchived: boolean;
};

/**
 * Reads document blocks by batch and part, in the order of the lists, until they have a number of
 * bytes; at least the first. A block that is not stored has nulls.
 */
export const readBlocksInTurn: Statement<
  [
    organizationId: number | bigint,
    batchIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    parts: readonly number[] | EncodedArray<number>,
    bytes: number | bigint,
  ],
  ReadBlocksInTurnRow
> = statement('readBlocksInTurn');
