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
 * A page of an organization's batches that a filter lets through, newest first, with their exact number. One row with null id when the page is empty.
 * Batches that ended are counted by level-2 rollups (status_rollups_2); by level-1 rollups (status_rollups_1) where there is no level-2 rollup yet or a bound of time falls into it; and one by one
 * where there is no level-1 rollup yet or a bound of time falls into it. A null lets any through.
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
 * A page of an organization's batches with an external id that a filter lets through, newest first, with their exact number. One row with null id when
 * the page is empty. A null lets any through.
 * The index holds them in the order of the page. The number is counted each time: no count is kept for every name that a client gives.
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

/** One batch of an organization, as the API shows it. */
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

/** What the PDF endpoint needs to know of a batch invoice; not the PDF itself, which nobody may need. */
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

/** The registration records of an issued invoice with what AEAT said of each, in their order. No row: no such batch invoice; one with null sequence: none. */
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
 * A page of a batch's invoices in the order of the request. No row: no such batch; one with null id: empty page.
 * The ids of the page are a list, not a range: of unknown length PostgreSQL takes it for short, keeps its plan and does not
 * plan anew for each page, which took nearly as long as reading it.
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

/** A page of one batch invoice. Of a list PostgreSQL expects ten, and would plan anew for each that has one. */
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

/** A page of those of a list of batch invoices that a filter lets through. A null lets any through. */
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
 * A page of the newest of an organization's batch invoices that are so called, newest first: by their external id, or by issuer and number of an issued invoice. Of more than
 * MAX_FOUND (batch-invoices.ts) those are found, so that nobody can make it take longer by having more. One row with null id when the page is empty.
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

/** Counts the invoices of a batch by how far they are. Ids are listed as float8, by which no index finds a PDF. */
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
 * The issued invoices of a batch with where their PDF is, nulls where there is none yet; in the order of the request. No row: no such batch; one with
 * null id: nothing is issued.
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

/** A page of batches, newest first, as a range of ordinals: the same cost at any depth. One row with null id when the page is empty. */
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
 * How the registration of an organization's issuers stands: chains and remissions, a row each, and one look into an index for everything else, however many records there are. A chain that was
 * retired still sends what it has.
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

/** Some render batches. */
export const readRenderBatches: Statement<
  [organizationId: number | bigint, ids: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  ReadRenderBatchesRow
> = statement('readRenderBatches');
