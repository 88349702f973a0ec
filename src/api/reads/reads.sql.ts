/* Generated from reads.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../../platform/postgres/statement.ts';
import { type Text } from '../../contracts/messages/texts.ts';
import { type StoredWarning } from '../../contracts/v2/details.ts';

const statement = readStatements(import.meta.url);

export type FilterBatchesRow = {
  readonly totalCount: number;
  readonly id: number | null;
  readonly external_batch_id: string | null;
  readonly status: 'received' | 'processing' | 'processed' | 'processed_with_errors' | 'failed' | null;
  readonly invoices_count: number | null;
  readonly received_at: string | null;
  readonly processed_at: string | null;
  readonly ordinal: number | null;
};

/**
 * Returns a page of an organization's batches that match a filter, newest first, with their exact
 * number. A null parameter matches every batch. beforeOrdinal leaves out the batch with this
 * ordinal and all newer ones, also from the number. Returns one row with null id if the page is
 * empty. Finished batches are counted with level-2 rollups (status_rollups_2). Level-1 rollups
 * (status_rollups_1) are used if a level-2 rollup does not exist yet or contains a limit of the
 * period, and single batches if a level-1 rollup does not exist yet or contains a limit of the
 * period.
 */
export const filterBatches: Statement<
  [
    organizationId: number | bigint,
    page: number | bigint,
    perPage: number | bigint,
    status: string | null,
    receivedFrom: Date | null,
    receivedBefore: Date | null,
    beforeOrdinal: number | bigint | null,
  ],
  FilterBatchesRow
> = statement('filterBatches');

export type FindBatchesRow = {
  readonly totalCount: number;
  readonly id: number | null;
  readonly external_batch_id: string | null;
  readonly status: 'received' | 'processing' | 'processed' | 'processed_with_errors' | 'failed' | null;
  readonly invoices_count: number | null;
  readonly received_at: string | null;
  readonly processed_at: string | null;
};

/**
 * Returns a page of an organization's batches with an external id that match a filter, newest
 * first, with their exact number. A null parameter matches every batch. Returns one row with null
 * id if the page is empty. The index has the batches in the order of the page. They are counted for
 * every page, because no count is stored for each external id.
 */
export const findBatches: Statement<
  [
    organizationId: number | bigint,
    page: number | bigint,
    perPage: number | bigint,
    status: string | null,
    receivedFrom: Date | null,
    receivedBefore: Date | null,
    externalBatchId: string,
  ],
  FindBatchesRow
> = statement('findBatches');

export type ListBatchesBeforeRow = {
  readonly id: number;
  readonly external_batch_id: string | null;
  readonly status: 'received' | 'processing' | 'processed' | 'processed_with_errors' | 'failed';
  readonly invoices_count: number;
  readonly received_at: string;
  readonly processed_at: string | null;
  readonly ordinal: number;
};

/** Returns the newest of an organization's batches before an ordinal, newest first. */
export const listBatchesBefore: Statement<
  [organizationId: number | bigint, limit: number | bigint, beforeOrdinal: number | bigint],
  ListBatchesBeforeRow
> = statement('listBatchesBefore');

export type FindBatchesBeforeRow = {
  readonly id: number | null;
  readonly external_batch_id: string | null;
  readonly status: 'received' | 'processing' | 'processed' | 'processed_with_errors' | 'failed' | null;
  readonly invoices_count: number | null;
  readonly received_at: string | null;
  readonly processed_at: string | null;
  readonly ordinal: number | null;
  readonly endingOrdinal: number | null;
};

/**
 * Returns the newest of an organization's batches before an ordinal that have an external id and
 * match a filter, newest first. Examines at most 1000 of
 * them: endingOrdinal is the last one if there may be more. Returns one row with null id if none matches.
 */
export const findBatchesBefore: Statement<
  [
    organizationId: number | bigint,
    limit: number | bigint,
    beforeOrdinal: number | bigint,
    externalBatchId: string,
    status: string | null,
    receivedFrom: Date | null,
    receivedBefore: Date | null,
  ],
  FindBatchesBeforeRow
> = statement('findBatchesBefore');

export type GetBatchRow = {
  readonly id: number;
  readonly external_batch_id: string | null;
  readonly status: 'received' | 'processing' | 'processed' | 'processed_with_errors' | 'failed';
  readonly invoices_count: number;
  readonly received_at: string;
  readonly processed_at: string | null;
};

/** Returns a batch of an organization for the API. */
export const getBatch: Statement<[organizationId: number | bigint, batchId: number | bigint], GetBatchRow> =
  statement('getBatch');

export type FindEndedBatchesRow = {
  readonly batchId: number;
  readonly isFailed: boolean;
  readonly isPaused: boolean;
};

/** Finds which batches have ended, or wait because their organization is paused. */
export const findEndedBatches: Statement<
  [batchIds: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  FindEndedBatchesRow
> = statement('findEndedBatches');

export type GetRegistrationRow = {
  readonly isIssued: boolean;
  readonly processingError: Text | null;
  readonly qr_url: string | null;
  readonly annulled_at: string | null;
  readonly kind: 'alta' | 'anulacion' | null;
  readonly sequence: number | null;
  readonly hash: string | null;
  readonly previous_hash: string | null;
  readonly generated_at: string | null;
  readonly state: 'accepted' | 'accepted_with_errors' | 'rejected' | 'remission';
  readonly aeat_code: number | null;
  readonly aeat_message: string | null;
  readonly csv: string | null;
  readonly answered_at: string | null;
};

/**
 * Returns the registration records of an issued invoice in their order, with AEAT's answers.
 * Returns no row if there is no such batch invoice, and one row with null sequence if the invoice
 * has no records.
 */
export const getRegistration: Statement<
  [organizationId: number | bigint, id: number | bigint],
  GetRegistrationRow
> = statement('getRegistration');

export type ListBatchesRow = FindBatchesRow;

/**
 * Returns a page of batches, newest first. A page is a range of ordinals, so every page has the
 * same cost. Returns one row with null id if it is empty.
 */
export const listBatches: Statement<
  [organizationId: number | bigint, page: number | bigint, perPage: number | bigint],
  ListBatchesRow
> = statement('listBatches');

export type ListRegistrationStatusRow = {
  readonly issuer_nif: string;
  readonly pending: number;
  readonly oldest_pending_at: string | null;
  readonly last_answer_at: string | null;
  readonly incident_since: string | null;
  readonly cause: {
    readonly haltedReason: string | null;
    readonly isCompared: boolean;
    readonly outcome: 'answered' | 'fault' | 'unknown' | null;
    readonly reason: string | null;
    readonly code: number | null;
    readonly message: string | null;
  } | null;
};

/**
 * Returns the status of the registration of an organization's issuers. Reads one row per chain and
 * remission, and one index lookup for everything else, however many records there are. Retired
 * chains are included, because they still send their records.
 */
export const listRegistrationStatus: Statement<
  [organizationId: number | bigint, issuerNif: string | null, most: number | bigint],
  ListRegistrationStatusRow
> = statement('listRegistrationStatus');

export type ListSiiStatusRow = {
  readonly issuer_nif: string;
  readonly pending: number;
  readonly overdue: number;
  readonly oldest_pending_at: string | null;
  readonly next_due_by: string | null;
  readonly last_answer_at: string | null;
  readonly halted_at: string | null;
  readonly halted_reason: string | null;
};

/**
 * Returns the state of the entries in SII of an organization's issuers. Reads one row per issuer,
 * and the entries that AEAT does not have, by their indexes.
 */
export const listSiiStatus: Statement<
  [organizationId: number | bigint, issuerNif: string | null, today: string, most: number | bigint],
  ListSiiStatusRow
> = statement('listSiiStatus');

export type GetInvoiceFactsRow = {
  readonly receivedAt: string;
  readonly issuedAt: string | null;
  readonly version: number;
  readonly isIssued: boolean;
  readonly pdfsOnDemand: boolean;
  readonly warnings: readonly StoredWarning[] | null;
  readonly annulledAt: string | null;
  readonly annulmentReason: string | null;
};

/**
 * Returns what one invoice has beside its members in lists. Returns no row if the organization has
 * no invoice with this id.
 */
export const getInvoiceFacts: Statement<
  [organizationId: number | bigint, id: number | bigint],
  GetInvoiceFactsRow
> = statement('getInvoiceFacts');

export type ListConnectedInvoicesRow = {
  readonly direction: 'rectifies' | 'rectified_by';
  readonly issued_invoice_id: number;
  readonly invoice_number: string;
  readonly issue_date: string;
  readonly invoice_type: string;
  readonly total_after_taxes: string;
  readonly annulled: boolean;
};

/**
 * Returns the stored invoices that an issued invoice rectifies or replaces: those of its rows and
 * those that its document identifies. Also returns the oldest thousand that rectify or replace it:
 * by their row, or by the term of a reference to it.
 */
export const listConnectedInvoices: Statement<
  [
    organizationId: number | bigint,
    id: number | bigint,
    term: number | bigint,
    issuerNifs: readonly string[] | EncodedArray<string>,
    numbers: readonly string[] | EncodedArray<string>,
    issueDates: readonly string[] | EncodedArray<string>,
  ],
  ListConnectedInvoicesRow
> = statement('listConnectedInvoices');
