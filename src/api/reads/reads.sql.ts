/* Generated from reads.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type FilterBatchesRow = {
  readonly totalCount: number;
  readonly id: number | null;
  readonly external_batch_id: string | null;
  readonly status: 'received' | 'processing' | 'processed' | 'processed_with_errors' | 'failed' | null;
  readonly invoices_count: number | null;
  readonly received_at: string | null;
  readonly processed_at: string | null;
};

/**
 * Returns a page of an organization's batches that match a filter, newest first, with their exact number. A null parameter matches every batch.
 * Returns one row with null id if the page is empty.
 * Finished batches are counted with level-2 rollups (status_rollups_2). Level-1 rollups (status_rollups_1) are used if a level-2 rollup does not exist
 * yet or contains a limit of the period, and single batches if a level-1 rollup does not exist yet or contains a limit of the period.
 */
export const filterBatches: Statement<
  [
    organizationId: number | bigint,
    page: number | bigint,
    perPage: number | bigint,
    status: string | null,
    receivedFrom: Date | null,
    receivedBefore: Date | null,
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
 * Returns a page of an organization's batches with an external id that match a filter, newest first, with their exact number. A null parameter matches
 * every batch. Returns one row with null id if the page is empty.
 * The index has the batches in the order of the page. They are counted for every page, because no count is stored for each external id.
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

export type GetPdfRow = {
  readonly batchId: number;
  readonly position: number;
  readonly processingError: string | null;
  readonly isIssued: boolean;
  readonly invoiceNumber: string | null;
  readonly sha256: Buffer | null;
  readonly renderBatchId: number | null;
  readonly monthArchived: string | null;
};

/** Returns the data of a batch invoice that the PDF endpoint needs, without the PDF itself. */
export const getPdf: Statement<[organizationId: number | bigint, id: number | bigint], GetPdfRow> =
  statement('getPdf');

export type GetRegistrationRow = {
  readonly isIssued: boolean;
  readonly processingError: string | null;
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
 * Returns the registration records of an issued invoice in their order, with AEAT's answers. Returns no row if there is no such batch invoice, and one row
 * with null sequence if the invoice has no records.
 */
export const getRegistration: Statement<
  [organizationId: number | bigint, id: number | bigint],
  GetRegistrationRow
> = statement('getRegistration');

export type ListBatchInvoicesRow = {
  readonly totalCount: number;
  readonly id: number | null;
  readonly external_invoice_id: string | null;
  readonly invoice_number: string | null;
  readonly total_after_taxes: string | null;
  readonly processing_status: 'failed' | 'processed' | 'processing' | 'pending';
  readonly processing_error: string | null;
  readonly issued_invoice_id: number | null;
  readonly verifactu_state: 'accepted' | 'accepted_with_errors' | 'rejected' | 'remission' | null;
};

/**
 * Returns a page of a batch's invoices in the order of the request. Returns no row if there is no such batch, and one row with null id if the page is
 * empty. The ids of the page are a list instead of a range: PostgreSQL assumes that a list of unknown length is short and reuses its plan. Planning
 * anew for every page took nearly as long as reading it.
 */
export const listBatchInvoices: Statement<
  [
    organizationId: number | bigint,
    batchId: number | bigint,
    ids: readonly (number | bigint)[] | EncodedArray<number | bigint>,
  ],
  ListBatchInvoicesRow
> = statement('listBatchInvoices');

export type GetBatchInvoiceRow = {
  readonly totalCount: number;
  readonly id: number | null;
  readonly external_invoice_id: string | null;
  readonly invoice_number: string | null;
  readonly total_after_taxes: string | null;
  readonly processing_status: 'failed' | 'processed' | 'processing' | 'pending';
  readonly processing_error: string | null;
  readonly issued_invoice_id: number | null;
  readonly verifactu_state: 'accepted' | 'accepted_with_errors' | 'rejected' | 'remission' | null;
};

/** Returns one batch invoice. listBatchInvoices is unsuitable: PostgreSQL expects ten elements in its list and would plan anew for a list with one. */
export const getBatchInvoice: Statement<
  [organizationId: number | bigint, batchId: number | bigint, id: number | bigint],
  GetBatchInvoiceRow
> = statement('getBatchInvoice');

export type FilterBatchInvoicesRow = {
  readonly totalCount: number;
  readonly id: number | null;
  readonly external_invoice_id: string | null;
  readonly invoice_number: string | null;
  readonly total_after_taxes: string | null;
  readonly processing_status: 'failed' | 'processed' | 'processing' | 'pending' | null;
  readonly processing_error: string | null;
  readonly issued_invoice_id: number | null;
  readonly verifactu_state: 'accepted' | 'accepted_with_errors' | 'rejected' | 'remission' | null;
};

/** Returns a page of the batch invoices in a list that match a filter. A null parameter matches every invoice. */
export const filterBatchInvoices: Statement<
  [
    organizationId: number | bigint,
    batchId: number | bigint,
    ids: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    processingStatus: string | null,
    verifactuState: string | null,
    externalInvoiceId: string | null,
    page: number | bigint,
    perPage: number | bigint,
  ],
  FilterBatchInvoicesRow
> = statement('filterBatchInvoices');

export type SearchBatchInvoicesRow = {
  readonly totalCount: number;
  readonly id: number | null;
  readonly external_invoice_id: string | null;
  readonly invoice_number: string | null;
  readonly total_after_taxes: string | null;
  readonly processing_status: 'failed' | 'processed' | 'processing' | 'pending' | null;
  readonly processing_error: string | null;
  readonly issued_invoice_id: number | null;
  readonly verifactu_state: 'accepted' | 'accepted_with_errors' | 'rejected' | 'remission' | null;
};

/**
 * Returns a page of an organization's batch invoices with an external id, or with the issuer and number of an issued invoice, newest first. Finds at most
 * the newest MAX_FOUND invoices (batch-invoices.ts), which limits the time of the search. Returns one row with null id if the page is empty.
 */
export const searchBatchInvoices: Statement<
  [
    organizationId: number | bigint,
    externalInvoiceId: string | null,
    issuerNif: string | null,
    invoiceNumber: string | null,
    page: number | bigint,
    perPage: number | bigint,
  ],
  SearchBatchInvoicesRow
> = statement('searchBatchInvoices');

export type SummarizeBatchRow = {
  readonly invoicesCount: number | null;
  readonly processed: number;
  readonly failed: number;
  readonly rendered: number;
  readonly remission: number;
  readonly accepted: number;
  readonly accepted_with_errors: number;
  readonly rejected: number;
};

/** Counts the invoices of a batch by their state. The ids in the list are float8 and are cast to bigint, so that the index on PDFs can be used. */
export const summarizeBatch: Statement<
  [
    organizationId: number | bigint,
    batchId: number | bigint,
    ids: readonly (number | bigint)[] | EncodedArray<number | bigint>,
  ],
  SummarizeBatchRow
> = statement('summarizeBatch');

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
 * Returns the issued invoices of a batch in the order of the request, with the location of each PDF, or nulls if it does not exist yet. Returns no row if
 * there is no such batch, and one row with null id if no invoice is issued.
 */
export const listBatchPdfs: Statement<
  [organizationId: number | bigint, batchId: number | bigint],
  ListBatchPdfsRow
> = statement('listBatchPdfs');

export type ListBatchesRow = {
  readonly totalCount: number;
  readonly id: number | null;
  readonly external_batch_id: string | null;
  readonly status: 'received' | 'processing' | 'processed' | 'processed_with_errors' | 'failed' | null;
  readonly invoices_count: number | null;
  readonly received_at: string | null;
  readonly processed_at: string | null;
};

/** Returns a page of batches, newest first. A page is a range of ordinals, so every page has the same cost. Returns one row with null id if it is empty. */
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
 * Returns the status of the registration of an organization's issuers. Reads one row per chain and remission, and one index lookup for everything
 * else, however many records there are. Retired chains are included, because they still send their records.
 */
export const listRegistrationStatus: Statement<
  [organizationId: number | bigint, issuerNif: string | null, most: number | bigint],
  ListRegistrationStatusRow
> = statement('listRegistrationStatus');

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
