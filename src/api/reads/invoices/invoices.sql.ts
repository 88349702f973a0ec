/* Generated from invoices.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../../../platform/postgres/statement.ts';
import { type InvoiceType } from '../../../contracts/codes.ts';
import { type Register } from '../../../contracts/registers.ts';
import { type SiiEntryView } from '../../../contracts/v2/sii-entry.ts';

const statement = readStatements(import.meta.url);

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
 * Returns a page of a batch's invoices in the order of the request. Returns no row if there is no
 * such batch, and one row with null id if the page is empty. The ids of the page are a list instead
 * of a range: PostgreSQL assumes that a list of unknown length is short and reuses its plan.
 * Planning anew for every page took nearly as long as reading it.
 */
export const listBatchInvoices: Statement<
  [
    organizationId: number | bigint,
    batchId: number | bigint,
    ids: readonly (number | bigint)[] | EncodedArray<number | bigint>,
  ],
  ListBatchInvoicesRow
> = statement('listBatchInvoices');

export type GetBatchInvoiceRow = ListBatchInvoicesRow;

/**
 * Returns one batch invoice. listBatchInvoices is unsuitable: PostgreSQL expects ten elements in
 * its list and would plan anew for a list with one.
 */
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

/**
 * Returns a page of the batch invoices in a list that match a filter. A null parameter matches
 * every invoice.
 */
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

export type SearchBatchInvoicesRow = FilterBatchInvoicesRow;

/**
 * Returns a page of an organization's batch invoices with an external id, or with the issuer and
 * number of an issued invoice, newest first. Finds at most the newest MAX_FOUND invoices
 * (batch-invoices.ts), which limits the time of the search. Returns one row with null id if the
 * page is empty.
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

/**
 * Counts the invoices of a batch by their state. The ids in the list are float8 and are cast to
 * bigint, so that the index on PDFs can be used.
 */
export const summarizeBatch: Statement<
  [
    organizationId: number | bigint,
    batchId: number | bigint,
    ids: readonly (number | bigint)[] | EncodedArray<number | bigint>,
  ],
  SummarizeBatchRow
> = statement('summarizeBatch');

export type ListNewestInvoicesRow = {
  readonly id: number | null;
  readonly external_invoice_id: string | null;
  readonly invoice_number: string | null;
  readonly total_after_taxes: string | null;
  readonly processing_status: 'failed' | 'processed' | 'processing' | 'pending' | null;
  readonly processing_error: string | null;
  readonly issued_invoice_id: number | null;
  readonly verifactu_state: 'accepted' | 'accepted_with_errors' | 'rejected' | 'remission' | null;
  readonly invoice_batch_id: number | null;
  readonly issuer_nif: string | null;
  readonly issue_date: string | null;
  readonly operation_date: string | null;
  readonly invoice_type: InvoiceType | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly annulled_at: string | null;
  readonly updated_at: string | null;
  readonly register: Register | null;
  readonly sii: SiiEntryView | null;
  readonly afterAt: number | null;
  readonly endingAt: number | null;
  readonly endingId: number | null;
};

/**
 * Returns a page of an organization's invoices in the order of their batches, newest first, from
 * those before a position. Examines at most 1000
 * candidates: endingAt and endingId are the last of them if there may be more. The same holds for each of the statements that follow. A null parameter
 * matches every invoice. Returns one row with null id if none matches.
 */
export const listNewestInvoices: Statement<
  [
    organizationId: number | bigint,
    limit: number | bigint,
    beforeAt: number | bigint,
    beforeId: number | bigint,
    processingStatus: string | null,
    verifactuState: string | null,
    externalInvoiceId: string | null,
    issuerNif: string | null,
    numberSerie: string | null,
    issueDateFrom: string | null,
    issueDateTo: string | null,
    recipientTerm: number | bigint | null,
    metadataKey: string | null,
    metadataValue: string | null,
    updatedSince: Date | null,
    invoiceType: string | null,
    annulled: boolean | null,
    totalFrom: string | null,
    totalTo: string | null,
    register: string | null,
    siiState: string | null,
    siiMatching: string | null,
    spfeStates: readonly string[] | EncodedArray<string> | null,
    spfeDueBefore: Date | null,
  ],
  ListNewestInvoicesRow
> = statement('listNewestInvoices');

export type ListInvoicesByExternalIdRow = ListNewestInvoicesRow;

/** Returns a page of the invoices with a client's id, newest first. */
export const listInvoicesByExternalId: Statement<
  Parameters<typeof listNewestInvoices>,
  ListInvoicesByExternalIdRow
> = statement('listInvoicesByExternalId');

export type ListInvoicesByNumberRow = ListNewestInvoicesRow;

/**
 * Returns a page of the issued invoices with an issuer and a number, newest first. There is at most
 * one per year.
 */
export const listInvoicesByNumber: Statement<
  Parameters<typeof listNewestInvoices>,
  ListInvoicesByNumberRow
> = statement('listInvoicesByNumber');

export type ListInvoicesByRecipientRow = ListNewestInvoicesRow;

/** Returns a page of the issued invoices with a recipient, newest first. */
export const listInvoicesByRecipient: Statement<
  Parameters<typeof listNewestInvoices>,
  ListInvoicesByRecipientRow
> = statement('listInvoicesByRecipient');

export type ListInvoicesByMetadataRow = ListNewestInvoicesRow;

/** Returns a page of the invoices with a pair of metadata, newest first. */
export const listInvoicesByMetadata: Statement<
  Parameters<typeof listNewestInvoices>,
  ListInvoicesByMetadataRow
> = statement('listInvoicesByMetadata');

export type ListFailedInvoicesRow = ListNewestInvoicesRow;

/** Returns a page of the failed invoices, newest first. */
export const listFailedInvoices: Statement<
  Parameters<typeof listNewestInvoices>,
  ListFailedInvoicesRow
> = statement('listFailedInvoices');

export type ListUnprocessedInvoicesRow = ListNewestInvoicesRow;

/** Returns a page of the invoices of batches that are not processed yet, the last received first. */
export const listUnprocessedInvoices: Statement<
  Parameters<typeof listNewestInvoices>,
  ListUnprocessedInvoicesRow
> = statement('listUnprocessedInvoices');

export type ListInvoicesOfIssuerRow = ListNewestInvoicesRow;

/**
 * Returns a page of the invoices of an issuer, the last issue date first. The position of an
 * invoice is the number of days since 2000-01-01.
 */
export const listInvoicesOfIssuer: Statement<
  Parameters<typeof listNewestInvoices>,
  ListInvoicesOfIssuerRow
> = statement('listInvoicesOfIssuer');

export type ListUpdatedInvoicesRow = ListNewestInvoicesRow;

/**
 * Returns a page of the invoices whose state changed at or after updatedSince, the last change
 * first. Answers of both registers, ends of batches, receptions, annulments and corrections in SII are
 * read from an index each; an
 * invoice is in the page at its last change only.
 */
export const listUpdatedInvoices: Statement<
  Parameters<typeof listNewestInvoices>,
  ListUpdatedInvoicesRow
> = statement('listUpdatedInvoices');

export type ListAnsweredInvoicesRow = ListNewestInvoicesRow;

/** Returns a page of the invoices that AEAT accepted with errors or rejected, the last answer first. */
export const listAnsweredInvoices: Statement<
  Parameters<typeof listNewestInvoices>,
  ListAnsweredInvoicesRow
> = statement('listAnsweredInvoices');

export type ListUnansweredInvoicesRow = ListNewestInvoicesRow;

/**
 * Returns a page of the invoices that AEAT has not answered, the last issued first. No invoice that
 * was issued before the oldest record without an answer is among them.
 */
export const listUnansweredInvoices: Statement<
  Parameters<typeof listNewestInvoices>,
  ListUnansweredInvoicesRow
> = statement('listUnansweredInvoices');

export type ListInvoicesBySiiStateRow = ListNewestInvoicesRow;

/** Returns a page of the invoices with an entry in SII in a state other than accepted, newest first. */
export const listInvoicesBySiiState: Statement<
  Parameters<typeof listNewestInvoices>,
  ListInvoicesBySiiStateRow
> = statement('listInvoicesBySiiState');

export type ListInvoicesBySpfeStateRow = ListNewestInvoicesRow;

/** Returns a page of the invoices whose delivery to the SPFE is in one of some states other than admitted, newest first. */
export const listInvoicesBySpfeState: Statement<
  Parameters<typeof listNewestInvoices>,
  ListInvoicesBySpfeStateRow
> = statement('listInvoicesBySpfeState');

export type ReadInvoicesRow = {
  readonly id: number;
  readonly external_invoice_id: string | null;
  readonly invoice_number: string | null;
  readonly total_after_taxes: string | null;
  readonly processing_status: 'failed' | 'processed' | 'processing' | 'pending';
  readonly processing_error: string | null;
  readonly issued_invoice_id: number | null;
  readonly verifactu_state: 'accepted' | 'accepted_with_errors' | 'rejected' | 'remission' | null;
  readonly invoice_batch_id: number;
  readonly issuer_nif: string | null;
  readonly issue_date: string | null;
  readonly operation_date: string | null;
  readonly invoice_type: InvoiceType | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly annulled_at: string | null;
  readonly updated_at: string;
  readonly register: Register | null;
  readonly sii: SiiEntryView | null;
};

/** Returns invoices of an organization in the order of their ids. */
export const readInvoices: Statement<
  [organizationId: number | bigint, ids: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  ReadInvoicesRow
> = statement('readInvoices');

export type FindSpanishErrorsRow = {
  readonly id: number;
  readonly error: string;
};

/** Finds why failed invoices failed, in Spanish. */
export const findSpanishErrors: Statement<
  [organizationId: number | bigint, ids: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  FindSpanishErrorsRow
> = statement('findSpanishErrors');

export type FilterInvoicesOfBatchRow = ReadInvoicesRow;

/**
 * Returns the first of an organization's invoices in a list of ids that match a filter, in the
 * order of their ids. A null parameter matches every invoice.
 */
export const filterInvoicesOfBatch: Statement<
  [
    organizationId: number | bigint,
    ids: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    limit: number | bigint,
    processingStatus: string | null,
    verifactuState: string | null,
    externalInvoiceId: string | null,
    register: string | null,
    siiState: string | null,
    spfeStates: readonly string[] | EncodedArray<string> | null,
    spfeDueBefore: Date | null,
  ],
  FilterInvoicesOfBatchRow
> = statement('filterInvoicesOfBatch');

export type LookUpInvoicesRow = {
  readonly place: number;
  readonly id: number;
  readonly external_invoice_id: string | null;
  readonly invoice_number: string | null;
  readonly total_after_taxes: string | null;
  readonly processing_status: 'failed' | 'processed' | 'processing' | 'pending';
  readonly processing_error: string | null;
  readonly issued_invoice_id: number | null;
  readonly verifactu_state: 'accepted' | 'accepted_with_errors' | 'rejected' | 'remission' | null;
  readonly invoice_batch_id: number;
  readonly issuer_nif: string | null;
  readonly issue_date: string | null;
  readonly operation_date: string | null;
  readonly invoice_type: InvoiceType | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly annulled_at: string | null;
  readonly updated_at: string;
  readonly register: Register | null;
  readonly sii: SiiEntryView | null;
};

/**
 * Returns the newest eleven invoices of each of a client's ids, newest first. place is the position
 * of the id in the list, from 1.
 */
export const lookUpInvoices: Statement<
  [organizationId: number | bigint, externalIds: readonly (string | null)[] | EncodedArray<string | null>],
  LookUpInvoicesRow
> = statement('lookUpInvoices');

export type ListRectifyingRow = {
  readonly rectifiedId: number;
  readonly issued_invoice_id: number;
  readonly invoice_number: string;
  readonly issue_date: string;
  readonly invoice_type: InvoiceType;
  readonly total_after_taxes: string;
  readonly annulled: boolean;
};

/**
 * Returns up to ten issued invoices that rectify or replace each of an organization's invoices, by
 * their row or by the term of a reference to it, in the order of their ids. Omits annulled ones.
 * rectifiedId is the id in the list. Each table is read by an index for each invoice of the list.
 */
export const listRectifying: Statement<
  [
    organizationId: number | bigint,
    ids: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    terms: readonly (number | bigint)[] | EncodedArray<number | bigint>,
  ],
  ListRectifyingRow
> = statement('listRectifying');
