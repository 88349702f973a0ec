/* Generated from overview.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../../platform/postgres/statement.ts';
import { type SiiKind } from '../../contracts/registers.ts';
import { type CensusAbsence } from '../../contracts/codes.ts';

const statement = readStatements(import.meta.url);

export type ListAcknowledgementsRow = {
  readonly finding: number;
  readonly operator: string;
  readonly reason: string | null;
  readonly at: number;
  readonly newestAt: number;
};

/** Lists the newest acknowledgement of each finding. */
export const listAcknowledgements: Statement<[most: number | bigint], ListAcknowledgementsRow> =
  statement('listAcknowledgements');

export type ListAttemptsRow = {
  readonly attempt: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: 'answered' | 'fault' | 'unknown';
  readonly reason: string | null;
  readonly code: number | null;
  readonly message: string | null;
  readonly httpStatus: number | null;
};

/** Lists the last messages of a chain to AEAT. */
export const listAttempts: Statement<[chainId: number | bigint, most: number | bigint], ListAttemptsRow> =
  statement('listAttempts');

export type ListBatchFaultsRow = {
  readonly invoiceId: number;
  readonly position: number;
  readonly externalInvoiceId: string | null;
  readonly invoiceNumber: string | null;
  readonly error: string | null;
  readonly issuerNif: string | null;
  readonly kind: 'alta' | 'anulacion' | null;
  readonly state: 'accepted' | 'accepted_with_errors' | 'rejected' | null;
  readonly code: number | null;
  readonly message: string | null;
  readonly total: number;
};

/**
 * Lists the invoices of a batch that failed or whose newest record AEAT rejected or accepted with
 * errors, in the order of the request.
 */
export const listBatchFaults: Statement<
  [batchId: number | bigint, most: number | bigint],
  ListBatchFaultsRow
> = statement('listBatchFaults');

export type ListBatchTruthsRow = {
  readonly batchId: number;
  readonly organizationId: number;
  readonly isProcessed: boolean;
  readonly pausedAt: number | null;
  readonly missing: number;
};

/** Returns the state of batches, for the display of their jobs. */
export const listBatchTruths: Statement<
  [batchIds: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  ListBatchTruthsRow
> = statement('listBatchTruths');

export type ListBatchesInFlightRow = {
  readonly batchId: number;
  readonly organizationId: number;
  readonly externalBatchId: string | null;
  readonly status: 'received' | 'processing' | 'processed' | 'processed_with_errors' | 'failed';
  readonly invoices: number;
  readonly receivedAt: number;
  readonly processedAt: number | null;
  readonly failed: number;
  readonly issued: number;
  readonly pdfs: number;
  readonly records: number;
  readonly answered: number;
};

/** Lists batches that are not issued or lack PDFs, oldest first, with their progress. */
export const listBatchesInFlight: Statement<[most: number | bigint], ListBatchesInFlightRow> =
  statement('listBatchesInFlight');

export type ListFailuresRow = {
  readonly message: string;
  readonly invoices: number;
  readonly organizationIds: readonly number[];
  readonly firstAt: number;
  readonly lastAt: number;
  readonly batchIds: readonly number[];
  readonly isWhole: boolean;
};

/**
 * Groups the failed invoices of batches received since a given time by message, most frequent
 * messages first. Removes from the messages the parts that differ between invoices: paths, long
 * numbers, NIFs, and registered names of persons.
 */
export const listFailures: Statement<
  [since: Date, mostLookedAt: number | bigint, most: number | bigint, mostNamed: number | bigint],
  ListFailuresRow
> = statement('listFailures');

export type SummarizeDamagedFilesRow = {
  readonly files: number;
  readonly organizationIds: readonly number[];
  readonly invoiceIds: readonly number[];
  readonly firstAt: number;
  readonly lastAt: number;
};

/**
 * Returns how many signed Facturae were found to be damaged, with some of their invoices. Returns
 * no row if there are none.
 */
export const summarizeDamagedFiles: Statement<
  [mostLookedAt: number | bigint, mostNamed: number],
  SummarizeDamagedFilesRow
> = statement('summarizeDamagedFiles');

export type ListLastChecksRow = {
  readonly act: 'database.backup' | 'database.check' | 'chain.verify';
  readonly at: number;
  readonly operator: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/**
 * Returns when the last backup, the last check and the last verification of chains were made, and
 * by whom.
 */
export const listLastChecks: Statement<[acts: readonly string[] | EncodedArray<string>], ListLastChecksRow> =
  statement('listLastChecks');

export type ListLoadRow = {
  readonly organizationId: number;
  readonly name: string;
  readonly pausedAt: number | null;
  readonly openBatches: number;
  readonly openInvoices: number;
  readonly openPdfs: number;
  readonly openRecords: number;
  readonly newBatches: number;
  readonly newInvoices: number;
  readonly allNewInvoices: number;
};

/**
 * Lists the organizations with most work: invoices to issue, PDFs to render, records to send, and
 * invoices received since a given time.
 */
export const listLoad: Statement<
  [since: Date, mostCounted: number | bigint, most: number | bigint],
  ListLoadRow
> = statement('listLoad');

export type ListPausedRow = {
  readonly organizationId: number;
  readonly name: string;
  readonly pausedAt: number;
  readonly batchesWaiting: number;
};

/** Lists the organizations that an operator paused, longest pause first, with their waiting batches. */
export const listPaused: Statement<[most: number | bigint, mostCounted: number | bigint], ListPausedRow> =
  statement('listPaused');

export type ListUncorrectedRow = {
  readonly state: 'accepted_with_errors' | 'rejected';
  readonly code: number | null;
  readonly kind: 'alta' | 'anulacion';
  readonly message: string | null;
  readonly records: number;
  readonly organizationIds: readonly number[];
  readonly firstAt: number;
  readonly lastAt: number;
  readonly invoiceIds: readonly number[];
  readonly isWhole: boolean;
};

/**
 * Groups the records that AEAT rejected or accepted with errors and that no newer record of their
 * invoice corrects, by AEAT's message, rejected ones first. Removes from the messages the parts
 * that differ between records: numbers, NIFs and names.
 */
export const listUncorrected: Statement<
  [
    mostLookedAt: number | bigint,
    excusedCodes: readonly number[] | EncodedArray<number>,
    most: number | bigint,
    mostNamed: number | bigint,
  ],
  ListUncorrectedRow
> = statement('listUncorrected');

export type ListSiiFaultsRow = {
  readonly state: 'accepted_with_errors' | 'rejected';
  readonly kind: SiiKind;
  readonly code: number | null;
  readonly message: string | null;
  readonly entries: number;
  readonly organizationIds: readonly number[];
  readonly firstAt: number;
  readonly lastAt: number;
  readonly invoiceIds: readonly number[];
  readonly isWhole: boolean;
};

/**
 * Groups the entries in SII that AEAT rejected or accepted with errors by its message, rejected ones first. Removes from the messages the parts
 * that differ between entries: numbers, NIFs and names.
 */
export const listSiiFaults: Statement<
  [mostLookedAt: number | bigint, most: number | bigint, mostNamed: number | bigint],
  ListSiiFaultsRow
> = statement('listSiiFaults');

export type ListOpenSiiRow = {
  readonly chainId: number | null;
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly failures: number;
  readonly haltedReason: string | null;
  readonly haltedAt: number | null;
  readonly nextAllowedAt: number | null;
  readonly waiting: number | null;
  readonly sent: number;
  readonly rejected: number;
  readonly collections: number;
  readonly rejectedCollections: number;
  readonly overdue: number;
  readonly nextDueBy: string | null;
  readonly lastAt: number | null;
  readonly lastOutcome: 'answered' | 'fault' | 'unknown' | null;
  readonly lastReason: string | null;
  readonly lastCode: number | null;
  readonly lastMessage: string | null;
};

/**
 * Lists the issuers in SII with entries or collections that AEAT has not accepted, and those that are halted or whose last messages failed: halted ones first,
 * then by deadline. Of entries that were issued since a given time the deadline is not judged yet. The last attempt is that of a message
 * without an answer. Collections of an invoice that is withdrawn are not sent.
 */
export const listOpenSii: Statement<
  [today: string, before: Date, most: number | bigint, mostCounted: number | bigint],
  ListOpenSiiRow
> = statement('listOpenSii');

export type MeasureSiiRow = {
  readonly isRejected: boolean;
  readonly entries: number;
  readonly overdue: number;
  readonly soon: number;
  readonly firstDueBy: string | null;
  readonly nextDueBy: string | null;
  readonly undated: number;
  readonly organizationIds: readonly number[];
  readonly isUsed: boolean;
  readonly halted: number;
};

/**
 * Counts the entries and the collections in SII that AEAT has not accepted, once for those that it rejected and once for the others. The deadline
 * of an entry is that of its first version (A0), and what was issued or recorded since a given time is not judged by it yet. Collections of an
 * invoice that is withdrawn are not sent.
 */
export const measureSii: Statement<
  [today: string, tomorrow: string, before: Date, mostCounted: number | bigint],
  MeasureSiiRow
> = statement('measureSii');

export type ListComparedSiiRow = {
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly onlyInBook: number;
  readonly onlyInEngine: number;
  readonly differing: number;
  readonly periods: readonly string[];
  readonly endedAt: number;
  readonly failure: string | null;
};

/** Lists the issuers in SII whose last comparisons with AEAT's book found differences or were given up, those with most differences first. */
export const listComparedSii: Statement<[most: number | bigint], ListComparedSiiRow> =
  statement('listComparedSii');

export type ListUnfinishedBacklogsRow = {
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly refused: number;
  readonly failure: string | null;
  readonly lastDay: string;
  readonly endedAt: number;
};

/** Lists the issuers whose last order of the invoices from before their entry into SII, after a day, could not enter some or was given up. */
export const listUnfinishedBacklogs: Statement<
  [from: string, most: number | bigint],
  ListUnfinishedBacklogsRow
> = statement('listUnfinishedBacklogs');

export type CountSiiDifferencesRow = {
  readonly differences: number;
  readonly givenUp: number;
};

/** Counts what the last comparisons with AEAT's book found, and those that were given up. */
export const countSiiDifferences: Statement<[], CountSiiDifferencesRow> = statement('countSiiDifferences');

export type ListValiditiesRow = {
  readonly id: number;
  readonly organizationId: number;
  readonly issuerNif: string | null;
  readonly notBefore: number;
  readonly notAfter: number;
};

/** Lists the validity periods of the certificates that were not removed. */
export const listValidities: Statement<[most: number | bigint], ListValiditiesRow> =
  statement('listValidities');

export type MeasureLoadsRow = {
  readonly organizationId: number | null;
  readonly issuing: number;
  readonly rendering: number;
};

/**
 * Lists the organizations with most invoices that wait to be issued or rendered, and a total of all
 * other organizations (null).
 */
export const measureLoads: Statement<[most: number | bigint, mostCounted: number | bigint], MeasureLoadsRow> =
  statement('measureLoads');

export type MeasureOverdueRecordsRow = {
  readonly seconds: number;
};

/**
 * Returns for how many seconds the oldest record that could be sent to AEAT has been waiting.
 * Ignores time in which AEAT's waiting time, an open message or an operator prevented it.
 */
export const measureOverdueRecords: Statement<[now: Date], MeasureOverdueRecordsRow> =
  statement('measureOverdueRecords');

export type MeasureServerRow = {
  readonly connections: number;
  readonly connectionLimit: number;
  readonly standbys: number;
  readonly isArchiveFailing: boolean | null;
};

/**
 * Returns the state of the PostgreSQL server that every login can see: connections of all
 * databases, standbys, and whether its WAL is archived.
 */
export const measureServer: Statement<[], MeasureServerRow> = statement('measureServer');

export type ListHeldLogsRow = {
  readonly slot: string;
  readonly keptBytes: number;
  readonly isLimited: boolean;
};

/**
 * Lists the replication slots that nobody uses and for which PostgreSQL keeps its write-ahead log,
 * those with most first. Returns none on a standby.
 */
export const listHeldLogs: Statement<[leastBytes: number | string, most: number | bigint], ListHeldLogsRow> =
  statement('listHeldLogs');

export type MeasureWorkRow = {
  readonly kind: 'batch' | 'pdf' | 'record' | 'webhook';
  readonly count: number;
  readonly oldestAt: number | null;
  readonly lastDoneAt: number | null;
};

/**
 * Returns for each kind of work how much is pending, since when the oldest item waits, and when one
 * was last done if that can be found quickly. Batches and PDFs of paused organizations are not
 * counted.
 */
export const measureWork: Statement<
  [mostCounted: number | bigint, countedOneByOne: number | bigint],
  MeasureWorkRow
> = statement('measureWork');

export type ReadBatchViewRow = {
  readonly batchId: number;
  readonly organizationId: number;
  readonly organizationName: string;
  readonly externalBatchId: string | null;
  readonly status: 'received' | 'processing' | 'processed' | 'processed_with_errors' | 'failed';
  readonly invoices: number;
  readonly receivedAt: number;
  readonly processedAt: number | null;
  readonly renderedAt: number | null;
  readonly pdfsOnDemand: boolean;
  readonly failed: number;
  readonly issued: number;
  readonly pdfs: number;
  readonly records: number;
  readonly answered: number;
};

/** Returns the state of a batch. */
export const readBatchView: Statement<[batchId: number | bigint], ReadBatchViewRow> =
  statement('readBatchView');

export type HasEndpointsRow = {
  readonly has: boolean;
};

/** Returns whether there is a webhook endpoint that is neither removed nor disabled. */
export const hasEndpoints: Statement<[], HasEndpointsRow> = statement('hasEndpoints');

export type FindNewestFailingRow = {
  readonly at: number | null;
};

/** Returns when the newest of the failing endpoints began to fail, in milliseconds since 1970. */
export const findNewestFailing: Statement<[], FindNewestFailingRow> = statement('findNewestFailing');

export type FindNewestMigrationRow = {
  readonly newest: string | null;
};

/** Returns the newest migration of the database. */
export const findNewestMigration: Statement<[], FindNewestMigrationRow> = statement('findNewestMigration');

export type SummarizeCensusRow = {
  readonly absence: CensusAbsence | 'waiting';
  readonly taxpayers: number;
  readonly since: number;
  readonly organizationIds: readonly number[];
  readonly lastAnswerAt: number | null;
};

/**
 * Counts the questions that AEAT's census did not answer since a time, by the reason, and those that have waited since before another one. An
 * organization whose later questions were answered is not among them.
 */
export const summarizeCensus: Statement<
  [since: Date, before: Date, mostCounted: number | bigint],
  SummarizeCensusRow
> = statement('summarizeCensus');
