/* Generated from overview.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../../../platform/postgres/statement.ts';

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

/** The last messages of a chain to AEAT. */
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

/** Invoices of a batch that failed, or whose newest record AEAT refused or found errors in, in the order of the request. */
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

/** How some batches stand, for the jobs that are about them. */
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

/** Batches that are not issued, or lack PDFs, the oldest first, with how far they have come. */
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
 * Invoices of batches that came since a moment and failed, the most frequent messages first. What differs from invoice to invoice is left out of messages: places, long numbers,
 * NIFs, and the name on record for a person.
 */
export const listFailures: Statement<
  [since: Date, mostLookedAt: number | bigint, most: number | bigint, mostNamed: number | bigint],
  ListFailuresRow
> = statement('listFailures');

export type ListLastChecksRow = {
  readonly act: 'database.backup' | 'database.check' | 'chain.verify';
  readonly at: number;
  readonly operator: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/** When a backup was made and the chains were verified last, by whom. */
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

/** Whose work it is: the organizations with most of it, by what is to be issued and what came since a moment. */
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

/** Organizations that an operator paused, those first that are so for longest, with their batches that wait. */
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
 * Records that AEAT refused or found errors in and that no newer record of their invoice corrects, by what AEAT said, refused ones first. What differs from record to record
 * is left out of AEAT's words: numbers, NIFs, names.
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

export type ListValiditiesRow = {
  readonly id: number;
  readonly organizationId: number;
  readonly issuerNif: string | null;
  readonly notBefore: number;
  readonly notAfter: number;
};

/** From when and until when certificates are valid that were not removed. */
export const listValidities: Statement<[most: number | bigint], ListValiditiesRow> =
  statement('listValidities');

export type MeasureLoadsRow = {
  readonly organizationId: number | null;
  readonly issuing: number;
  readonly rendering: number;
};

/** Whose invoices wait to be issued or for their PDFs: the organizations with most of them, and all others together (null). */
export const measureLoads: Statement<[most: number | bigint, mostCounted: number | bigint], MeasureLoadsRow> =
  statement('measureLoads');

export type MeasureOverdueRecordsRow = {
  readonly seconds: number;
};

/** How long the first record might have gone to AEAT that nothing holds up, neither AEAT's wait, nor a message under way, nor an operator, in seconds. */
export const measureOverdueRecords: Statement<[now: Date], MeasureOverdueRecordsRow> =
  statement('measureOverdueRecords');

export type MeasureServerRow = {
  readonly connections: number;
  readonly connectionLimit: number;
  readonly standbys: number;
  readonly isArchiveFailing: boolean | null;
};

/** Tells how PostgreSQL itself stands, as far as any login is told: connections of all databases, standbys, and whether its log is archived. */
export const measureServer: Statement<[], MeasureServerRow> = statement('measureServer');

export type MeasureWorkRow = {
  readonly kind: 'batch' | 'pdf' | 'record' | 'webhook';
  readonly count: number;
  readonly oldestAt: number | null;
  readonly lastDoneAt: number | null;
};

/** How much work of each kind is not done (of organizations that are paused no batch and no PDF), since when the oldest waits, and when some was done last, where that is quickly known. */
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

/** Tells how a batch stands. */
export const readBatchView: Statement<[batchId: number | bigint], ReadBatchViewRow> =
  statement('readBatchView');

export type HasEndpointsRow = {
  readonly has: boolean;
};

/** Whether there is an endpoint that webhooks are delivered to. */
export const hasEndpoints: Statement<[], HasEndpointsRow> = statement('hasEndpoints');

export type FindNewestFailingRow = {
  readonly at: number | null;
};

/** When the last of the endpoints that fail began to, in milliseconds since 1970. */
export const findNewestFailing: Statement<[], FindNewestFailingRow> = statement('findNewestFailing');

export type FindNewestMigrationRow = {
  readonly newest: string | null;
};

/** The newest migration of the database. */
export const findNewestMigration: Statement<[], FindNewestMigrationRow> = statement('findNewestMigration');
