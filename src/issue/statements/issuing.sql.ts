/* Generated from issuing.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';
import { type InvoiceType } from '../../contracts/codes.ts';

const statement = readStatements(import.meta.url);

/** Moves a batch from received to processing. Nothing changes where it was moved already, where it has ended, or where its organization is paused. */
export const claimBatch: Statement<[batchId: number | bigint], NoColumns> = statement('claimBatch');

/** Starts the chains that issuers don't have yet, each with its remission. */
export const createChains: Statement<
  [
    organizationId: number | bigint,
    issuerNifs: readonly string[] | EncodedArray<string>,
    installationNumbers: readonly string[] | EncodedArray<string>,
  ],
  NoColumns
> = statement('createChains');

/** Stores why batch invoices failed. */
export const failBatchInvoices: Statement<
  [
    ids: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    errors: readonly string[] | EncodedArray<string>,
  ],
  NoColumns
> = statement('failBatchInvoices');

export type FindContestedIssuersRow = {
  readonly nif: string;
};

/**
 * Issuers for whom somebody in the installation issues in the other way: with VeriFactu, as any record shows for ever, or without, in an organization that
 * may still issue for them (ops/adr/0020).
 */
export const findContestedIssuers: Statement<
  [issuerNifs: readonly string[] | EncodedArray<string>, verifactu: boolean],
  FindContestedIssuersRow
> = statement('findContestedIssuers');

export type FindIssuedNumbersRow = {
  readonly index: number;
  readonly id: number;
  readonly issueDate: string;
};

/**
 * Which of some invoice numbers an issuer has used in the same calendar year. Each is looked up by itself, always by the key: a plan that is kept from when the table was small would read it whole. The keys are
 * parameters of their own, because row-level security lets no function of a column be looked up.
 */
export const findIssuedNumbers: Statement<
  [
    organizationId: number | bigint,
    issuerNifs: readonly string[] | EncodedArray<string>,
    numbers: readonly string[] | EncodedArray<string>,
    numberKeys: readonly string[] | EncodedArray<string>,
    years: readonly (number | bigint)[] | EncodedArray<number | bigint>,
  ],
  FindIssuedNumbersRow
> = statement('findIssuedNumbers');

export type FindRectifiedRow = {
  readonly id: number;
  readonly issuerNif: string;
  readonly number: string;
  readonly issueDate: string;
  readonly operationDate: string;
  readonly type: InvoiceType;
  readonly isAnnulled: boolean;
  readonly originalId: number;
  readonly replacedBy: number | null;
};

/** Issued invoices that others correct or replace, and what replaces the simplified invoice that they are or, being R5, lead to. */
export const findRectified: Statement<
  [organizationId: number | bigint, ids: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  FindRectifiedRow
> = statement('findRectified');

export type FindSimilarNumbersRow = {
  readonly index: number;
  readonly id: number;
  readonly number: string;
};

/** Which of some invoice numbers differ in case alone from one that the issuer has used in the same calendar year, and from which. */
export const findSimilarNumbers: Statement<
  [
    organizationId: number | bigint,
    issuerNifs: readonly string[] | EncodedArray<string>,
    numbers: readonly string[] | EncodedArray<string>,
    numberKeys: readonly string[] | EncodedArray<string>,
    years: readonly (number | bigint)[] | EncodedArray<number | bigint>,
  ],
  FindSimilarNumbersRow
> = statement('findSimilarNumbers');

export type FinishBatchRow = {
  readonly pdfsOnDemand: boolean;
};

/** Ends a batch. Without an issued invoice there is nothing to render, nor is there where PDFs are rendered on demand. */
export const finishBatch: Statement<
  [batchId: number | bigint, status: string, now: Date, anyIssued: boolean],
  FinishBatchRow
> = statement('finishBatch');

/**
 * Waits for organizations that issue for these issuers in the other way, with VeriFactu or without, and holds them off until the transaction ends. Organizations
 * that issue in the same way do not wait for each other. Two that begin at once in both ways wait for each other: PostgreSQL ends one of them, which comes
 * again.
 */
export const holdIssuers: Statement<
  [issuerNifs: readonly string[] | EncodedArray<string>, verifactu: boolean],
  NoColumns
> = statement('holdIssuers');

/** Inserts issued invoices and the literal blocks of their documents, one list per column. */
export const insertIssuedInvoices: Statement<
  [
    organizationId: number | bigint,
    issuedAt: Date,
    ids: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    issuerNifs: readonly string[] | EncodedArray<string>,
    numbers: readonly string[] | EncodedArray<string>,
    issueDates: readonly string[] | EncodedArray<string>,
    totals: readonly string[] | EncodedArray<string>,
    issuerProfileIds: readonly (number | bigint | null)[] | EncodedArray<number | bigint | null>,
    qrUrls: readonly (string | null)[] | EncodedArray<string | null>,
    types: readonly string[] | EncodedArray<string>,
    issuerNames: readonly string[] | EncodedArray<string>,
    operationDates: readonly (string | null)[] | EncodedArray<string | null>,
    documentBytes: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    blockBatchIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    blockParts: readonly number[] | EncodedArray<number>,
    blockCodecs: readonly number[] | EncodedArray<number>,
    blockOccupancies: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    blockHashes: readonly Uint8Array[] | EncodedArray<Uint8Array>,
    blockContents: readonly Uint8Array[] | EncodedArray<Uint8Array>,
    rectifiedInvoiceIds: readonly (number | bigint | null)[] | EncodedArray<number | bigint | null>,
  ],
  NoColumns
> = statement('insertIssuedInvoices');

/** Inserts the first records of invoices and the literal blocks of their XML, one list per column. */
export const insertRegistrationRecords: Statement<
  [
    organizationId: number | bigint,
    generatedAt: Date,
    chainIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    sequences: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    issuedInvoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    previousHashes: readonly (string | null)[] | EncodedArray<string | null>,
    hashes: readonly string[] | EncodedArray<string>,
    blockBatchIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    blockParts: readonly number[] | EncodedArray<number>,
    blockCodecs: readonly number[] | EncodedArray<number>,
    blockOccupancies: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    blockHashes: readonly Uint8Array[] | EncodedArray<Uint8Array>,
    blockContents: readonly Uint8Array[] | EncodedArray<Uint8Array>,
  ],
  NoColumns
> = statement('insertRegistrationRecords');

/** Holds a batch until the transaction ends; no row when it is finished. */
export const lockBatch: Statement<[batchId: number | bigint], NoColumns> = statement('lockBatch');

export type LockChainsRow = {
  readonly id: number;
  readonly issuerNif: string;
  readonly installationNumber: string;
  readonly sequence: number;
  readonly lastHash: string | null;
  readonly lastInvoiceNumber: string | null;
  readonly lastIssueDate: string | null;
  readonly issuerProfileId: number | null;
  readonly chainsOfOrganization: number;
  readonly remittedSequence: number;
};

/**
 * Holds the chains of some issuers until the transaction ends, always in the order of their NIFs, so that no two transactions
 * wait for each other. With each comes the newest profile of its issuer. What other tables say of a chain is as it was before the wait
 * for it: see readIssuability. Who may wait: src/issue/process-batch.ts.
 * Nobody changes a chain's key: envelopes and answers, which refer to it, are written meanwhile.
 */
export const lockChains: Statement<
  [organizationId: number | bigint, issuerNifs: readonly string[] | EncodedArray<string>],
  LockChainsRow
> = statement('lockChains');

export type LockFreeChainsRow = {
  readonly id: number;
  readonly issuerNif: string;
  readonly installationNumber: string;
  readonly sequence: number;
  readonly lastHash: string | null;
  readonly lastInvoiceNumber: string | null;
  readonly lastIssueDate: string | null;
  readonly issuerProfileId: number | null;
  readonly chainsOfOrganization: number;
  readonly remittedSequence: number;
};

/** Holds the chains of some issuers as lockChains does. It fails at once where another transaction holds one of them. */
export const lockFreeChains: Statement<
  [organizationId: number | bigint, issuerNifs: readonly string[] | EncodedArray<string>],
  LockFreeChainsRow
> = statement('lockFreeChains');

/** Moves chain heads to their newest records. */
export const moveChains: Statement<
  [
    ids: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    sequences: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    hashes: readonly string[] | EncodedArray<string>,
    numbers: readonly string[] | EncodedArray<string>,
    issueDates: readonly string[] | EncodedArray<string>,
  ],
  NoColumns
> = statement('moveChains');

export type ReadBatchRow = {
  readonly organizationId: number;
  readonly organizationName: string;
  readonly verifactu: boolean;
  readonly body: Buffer;
  readonly isPaused: boolean;
  readonly areChainsHeld: boolean | null;
  readonly issuersWithChain: readonly string[];
  readonly failed: readonly number[];
};

/**
 * What issuing needs of a batch that is not finished; no row when it is. Whether other transactions hold all chains of its organization is looked at where they are few
 * (null: what is in it tells which it needs), and so are their issuers.
 */
export const readBatch: Statement<[batchId: number | bigint], ReadBatchRow> = statement('readBatch');

export type ReadIssuabilityRow = {
  readonly isKnownDatabase: boolean;
  readonly isCompared: boolean;
  readonly comparedFor: number | null;
  readonly isHalted: boolean;
};

/**
 * Whether anything may be issued in chains that the transaction holds: a statement of its own, so that it sees what was committed while they
 * were waited for. Who marks chains holds them, too.
 */
export const readIssuability: Statement<
  [
    organizationId: number | bigint,
    issuerNifs: readonly string[] | EncodedArray<string>,
    activeLineage: string | null,
  ],
  ReadIssuabilityRow
> = statement('readIssuability');

export type SumCorrectionsRow = {
  readonly id: number;
  readonly originalId: number;
  readonly total: string;
  readonly corrections: string;
};

/** What the corrections (R1 to R5) of issued invoices add up to, without those that are annulled. A correction may correct another one: all of them count to the invoice that is corrected first. */
export const sumCorrections: Statement<
  [organizationId: number | bigint, ids: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  SumCorrectionsRow
> = statement('sumCorrections');

export type SumWorkAheadRow = {
  readonly workAhead: number;
};

/** What is to be issued of an organization before a batch: of the hundred batches before it that are not finished, whoever has them. */
export const sumWorkAhead: Statement<
  [organizationId: number | bigint, batchId: number | bigint],
  SumWorkAheadRow
> = statement('sumWorkAhead');

export type ListDueBatchesRow = {
  readonly batchId: number;
  readonly organizationId: number;
  readonly invoices: number;
  readonly work: number;
};

/** Batches that are not finished, of organizations that are not paused. */
export const listDueBatches: Statement<
  [before: Date, most: number | bigint, after: number | bigint],
  ListDueBatchesRow
> = statement('listDueBatches');
