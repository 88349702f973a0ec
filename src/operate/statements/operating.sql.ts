/* Generated from operating.sql and the database by `npm run sql:generate`: not written by hand. */

import { type NoColumns, type Statement, readStatements } from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type FindIssuedInvoiceRow = {
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly number: string;
  readonly issueDate: string;
  readonly total: string;
};

/** An issued invoice as its corrections need it. */
export const findIssuedInvoice: Statement<[id: number | bigint], FindIssuedInvoiceRow> =
  statement('findIssuedInvoice');

export type FindLackingPdfRow = {
  readonly id: number;
  readonly organizationId: number;
  readonly number: string;
  readonly isAnnulled: boolean;
  readonly isLacking: boolean;
};

/** Whether an issued invoice lacks the PDF that tells how it is now. */
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

/** What is still to be done of a batch. */
export const findRetriableBatch: Statement<
  [batchId: number | bigint, chunkSize: number],
  FindRetriableBatchRow
> = statement('findRetriableBatch');

/** Inserts one record at a chain's head. */
export const insertCorrectionRecord: Statement<
  [
    organizationId: number | bigint,
    now: Date,
    kind: string,
    chainId: number | bigint,
    sequence: number | bigint,
    issuedInvoiceId: number | bigint,
    previousHash: string | null,
    hash: string,
    xml: string,
  ],
  NoColumns
> = statement('insertCorrectionRecord');

/** Inserts a correction, whose record is stored. */
export const insertCorrection: Statement<
  [
    organizationId: number | bigint,
    issuedInvoiceId: number | bigint,
    chainId: number | bigint,
    sequence: number | bigint,
    kind: string,
    reason: string,
    operator: string,
    now: Date,
  ],
  NoColumns
> = statement('insertCorrection');

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

/** The registration records of an invoice with what AEAT said of each, in their order. */
export const listInvoiceRecords: Statement<[id: number | bigint], ListInvoiceRecordsRow> =
  statement('listInvoiceRecords');

export type ListIssuersWithoutAddressRow = {
  readonly organizationId: number;
  readonly count: number;
  readonly newestAt: number;
  readonly issuerNifs: readonly string[];
};

/** Issuers that issue and have no address in their newest profile: how many of each organization, and the first of them. */
export const listIssuersWithoutAddress: Statement<[mostNamed: number], ListIssuersWithoutAddressRow> =
  statement('listIssuersWithoutAddress');

export type ListLiveCorrectionsRow = {
  readonly number: string;
};

/** Invoices that correct or replace one and are not annulled, the newest first: six at most. */
export const listLiveCorrections: Statement<[id: number | bigint], ListLiveCorrectionsRow> =
  statement('listLiveCorrections');

export type StoreCorrectionRow = {
  readonly stored: boolean;
};

/** Stores a correction by an API key, whole (migrations/0007-corrections.sql). */
export const storeCorrection: Statement<
  [
    tokenHash: Uint8Array,
    now: Date,
    wish: string,
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

export type FindWhyNotRenderedRow = {
  readonly why: 'paused' | 'on_demand' | null;
};

/** Why PDFs of a batch are not rendered before somebody asks; null where they are. */
export const findWhyNotRendered: Statement<
  [organizationId: number | bigint, batchId: number | bigint],
  FindWhyNotRenderedRow
> = statement('findWhyNotRendered');
