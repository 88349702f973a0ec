/* Generated from issuing.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';
import { type InvoiceType, type CensusMode, type CensusWhenUnavailable } from '../../contracts/codes.ts';
import { type RegisterDecision } from '../../domain/registers/choose-register.ts';
import { type SpfeDecision } from '../../domain/spfe/choose-mode.ts';

const statement = readStatements(import.meta.url);

/** Adds warnings to batch invoices that are not issued yet, each time only those that they do not have. */
export const addWarnings: Statement<
  [
    ids: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    warnings: readonly string[] | EncodedArray<string>,
  ],
  NoColumns
> = statement('addWarnings');

/**
 * Changes the status of a batch from received to processing. Does nothing if the batch has another
 * status or its organization is paused. The setting says that this worker can read the bodies of
 * version 2: without it, guard_batch skips their batches.
 */
export const claimBatch: Statement<[batchId: number | bigint], NoColumns> = statement('claimBatch');

/** Creates a chain with its remission for every issuer that has none. */
export const createChains: Statement<
  [
    organizationId: number | bigint,
    issuerNifs: readonly string[] | EncodedArray<string>,
    installationNumbers: readonly string[] | EncodedArray<string>,
  ],
  NoColumns
> = statement('createChains');

/**
 * Stores why batch invoices failed, in both languages, and the terms of the identities of those
 * that failed now or before.
 */
export const failBatchInvoices: Statement<
  [
    organizationId: number | bigint,
    ids: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    errors: readonly string[] | EncodedArray<string>,
    failedIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    failedTerms: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    spanishErrors: readonly string[] | EncodedArray<string>,
  ],
  NoColumns
> = statement('failBatchInvoices');

export type FindByTermsRow = {
  readonly term: number;
  readonly id: number;
};

/**
 * Finds the oldest issued invoice that is not annulled with each of these terms. Each is looked up
 * in a lateral join, as in findIssuedNumbers.
 */
export const findByTerms: Statement<
  [organizationId: number | bigint, terms: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  FindByTermsRow
> = statement('findByTerms');

export type FindContestedIssuersRow = {
  readonly nif: string;
};

/**
 * Finds the issuers for which the installation also issues in the other mode (ops/adr/0020): with
 * VeriFactu, as any record of theirs proves permanently, or without it, in an organization that may
 * still issue for them.
 */
export const findContestedIssuers: Statement<
  [issuerNifs: readonly string[] | EncodedArray<string>, verifactu: boolean],
  FindContestedIssuersRow
> = statement('findContestedIssuers');

export type FindEarlierBatchRow = {
  readonly mustWait: boolean;
};

/**
 * Returns whether an earlier accepted batch of one of these issuers has not ended. Looks at the
 * oldest thousand unfinished batches of the organization; while there are more, it assumes so.
 */
export const findEarlierBatch: Statement<
  [
    organizationId: number | bigint,
    batchId: number | bigint,
    issuerNifs: readonly string[] | EncodedArray<string>,
  ],
  FindEarlierBatchRow
> = statement('findEarlierBatch');

export type FindFailedRow = {
  readonly term: number;
  readonly id: number;
};

/**
 * Finds the newest batch invoice with each of these terms that failed, if it is of this batch or of
 * one accepted in the day before it.
 */
export const findFailed: Statement<
  [
    organizationId: number | bigint,
    batchId: number | bigint,
    terms: readonly (number | bigint)[] | EncodedArray<number | bigint>,
  ],
  FindFailedRow
> = statement('findFailed');

export type FindIssuedNumbersRow = {
  readonly index: number;
  readonly id: number;
  readonly issueDate: string;
};

/**
 * Finds the invoice numbers that an issuer has already used in the same calendar year. Each number
 * is looked up by its key in a lateral join, because a plan cached while the table was small would
 * read it completely. The keys are separate parameters, because row-level security prevents lookups
 * by a function of a column.
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
  readonly total: string;
  readonly isArchived: boolean;
  readonly isAnnulled: boolean;
};

/**
 * Finds issued invoices that a batch rectifies or replaces. Each is looked up by its id in a
 * lateral join, as in findIssuedNumbers.
 */
export const findRectified: Statement<
  [organizationId: number | bigint, ids: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  FindRectifiedRow
> = statement('findRectified');

export type FindReplacementsRow = {
  readonly id: number;
  readonly replacedBy: number;
};

/**
 * Finds simplified invoices that an F3 replaces which is not annulled, with such an F3. The indexes
 * of replacements keep the time independent of the number of invoices that rectify the simplified
 * ones.
 */
export const findReplacements: Statement<
  [organizationId: number | bigint, ids: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  FindReplacementsRow
> = statement('findReplacements');

export type FindSimilarNumbersRow = {
  readonly index: number;
  readonly id: number;
  readonly number: string;
};

/**
 * Finds the invoice numbers that differ only in case from a number of the issuer in the same
 * calendar year, with that number.
 */
export const findSimilarNumbers: Statement<
  Parameters<typeof findIssuedNumbers>,
  FindSimilarNumbersRow
> = statement('findSimilarNumbers');

export type FinishBatchRow = {
  readonly pdfsOnDemand: boolean;
};

/**
 * Finishes a batch. It needs no rendering if no invoice was issued or if PDFs are rendered on
 * demand.
 */
export const finishBatch: Statement<
  [batchId: number | bigint, status: string, now: Date, anyIssued: boolean],
  FinishBatchRow
> = statement('finishBatch');

export type FollowRectificationsRow = {
  readonly id: number;
  readonly rectifiedId: number;
};

/** Returns what the R5 among these issued invoices rectify, at most so many pairs. */
export const followRectifications: Statement<
  [
    organizationId: number | bigint,
    ids: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    most: number | bigint,
  ],
  FollowRectificationsRow
> = statement('followRectifications');

/**
 * Waits for organizations that issue for these issuers in the other mode (with or without
 * VeriFactu) and blocks them until the transaction ends. Organizations that issue in the same mode
 * do not block each other. If two begin in both modes at once, they deadlock; PostgreSQL aborts
 * one, and it is retried.
 */
export const holdIssuers: Statement<
  [issuerNifs: readonly string[] | EncodedArray<string>, verifactu: boolean],
  NoColumns
> = statement('holdIssuers');

/**
 * Inserts issued invoices, the blocks of their documents, the terms of further recipients and of
 * references, and rectified invoices, one list per column.
 */
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
    recipientTerms: readonly (number | bigint | null)[] | EncodedArray<number | bigint | null>,
    termInvoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    terms: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    rectifyingIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    rectifiedIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    rectifiedAmounts: readonly string[] | EncodedArray<string>,
    replaces: readonly boolean[] | EncodedArray<boolean>,
    seriesIds: readonly (number | bigint | null)[] | EncodedArray<number | bigint | null>,
    seriesYears: readonly (number | bigint | null)[] | EncodedArray<number | bigint | null>,
    seriesNumbers: readonly (number | bigint | null)[] | EncodedArray<number | bigint | null>,
  ],
  NoColumns
> = statement('insertIssuedInvoices');

/**
 * Inserts the first registration records of invoices and the record blocks of their XML, one list
 * per column.
 */
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

/** Locks a batch until the transaction ends. Returns no row if the batch is not being processed. */
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
 * Locks the chains of issuers until the transaction ends, in the order of their NIFs, which
 * prevents deadlocks. Returns each chain with the newest profile of its issuer. Data from other
 * tables is as it was before the wait for the lock; see readIssuability. src/issue/process-batch.ts
 * decides which transactions may wait. The lock is `for no key update`, so that envelopes and
 * answers that refer to the chain can be written in the meantime.
 */
export const lockChains: Statement<
  [organizationId: number | bigint, issuerNifs: readonly string[] | EncodedArray<string>],
  LockChainsRow
> = statement('lockChains');

export type LockFreeChainsRow = LockChainsRow;

/**
 * Locks the chains of issuers as lockChains does. Fails immediately if another transaction has
 * locked one of them.
 */
export const lockFreeChains: Statement<
  [organizationId: number | bigint, issuerNifs: readonly string[] | EncodedArray<string>],
  LockFreeChainsRow
> = statement('lockFreeChains');

export type LockCountersRow = {
  readonly seriesId: number;
  readonly year: number;
  readonly last: number;
};

/**
 * Locks the counters of series in their years until the transaction ends, in their order, and returns their last numbers.
 * A counter that has given no number has no row; the lock of the chain of its issuer protects it.
 */
export const lockCounters: Statement<
  [
    seriesIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    years: readonly number[] | EncodedArray<number>,
  ],
  LockCountersRow
> = statement('lockCounters');

export type ReadRevisionsRow = {
  readonly id: number;
  readonly revision: number;
};

/** Returns the revisions of series, as they are once the chains of their issuers are locked. */
export const readRevisions: Statement<
  [organizationId: number | bigint, seriesIds: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  ReadRevisionsRow
> = statement('readRevisions');

/**
 * Moves the counters of series to their last numbers, and stores the numbers that were skipped. A counter that has given no
 * number is inserted.
 */
export const moveCounters: Statement<
  [
    organizationId: number | bigint,
    seriesIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    years: readonly number[] | EncodedArray<number>,
    patterns: readonly string[] | EncodedArray<string>,
    firsts: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    lasts: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    skippedSeriesIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    skippedYears: readonly number[] | EncodedArray<number>,
    skippedNumbers: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    skippedInvoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
  ],
  NoColumns
> = statement('moveCounters');

/** Sets the heads of chains to their newest records. */
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
  readonly census: CensusMode;
  readonly whenUnavailable: CensusWhenUnavailable;
  readonly receivedAt: number;
  readonly acceptedOn: string;
  readonly version: number;
  readonly body: Buffer;
  readonly isPaused: boolean;
  readonly areChainsHeld: boolean | null;
  readonly issuersWithChain: readonly string[];
  readonly decisions: RegisterDecision[];
  readonly spfe: SpfeDecision[];
  readonly arePersonsBusinesses: boolean | null;
  readonly hasRecipientProfiles: boolean;
  readonly hasSeries: boolean;
  readonly failed: readonly number[];
};

/**
 * Returns the data that issuing needs of a batch. Returns no row if the batch is finished.
 * areChainsHeld is whether other transactions have locked all chains of the organization; it is
 * null if that is unknown or if the organization has many chains. issuersWithChain has at most five
 * issuers.
 */
export const readBatch: Statement<[batchId: number | bigint], ReadBatchRow> = statement('readBatch');

export type ReadIssuabilityRow = {
  readonly isKnownDatabase: boolean;
  readonly isCompared: boolean;
  readonly comparedFor: number | null;
  readonly isHalted: boolean;
  readonly decisions: RegisterDecision[];
  readonly spfe: SpfeDecision[];
  readonly arePersonsBusinesses: boolean | null;
};

/**
 * Returns whether invoices may be issued in chains that the transaction has locked. It is a
 * separate statement, so that it sees changes committed during the wait for the locks. Marking a
 * chain for comparison also locks it, as does deciding about its issuer.
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
  readonly ownTotal: string;
  readonly originalId: number;
  readonly total: string;
  readonly corrections: string;
};

/**
 * Sums the amounts by which rectifying invoices (R1 to R5) change issued invoices, without annulled
 * ones. An invoice that rectifies a rectifying invoice counts for the invoice that was rectified
 * first.
 */
export const sumCorrections: Statement<
  [organizationId: number | bigint, ids: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  SumCorrectionsRow
> = statement('sumCorrections');

export type SumWorkAheadRow = {
  readonly workAhead: number;
};

/**
 * Sums the work of an organization's batches among the last hundred unfinished batches before a
 * batch.
 */
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

/** Lists unfinished batches of organizations that are not paused. */
export const listDueBatches: Statement<
  [before: Date, most: number | bigint, after: number | bigint],
  ListDueBatchesRow
> = statement('listDueBatches');
