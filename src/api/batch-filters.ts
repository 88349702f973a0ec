import { Type } from 'typebox';
import { wordOf } from '../contracts/answers.ts';
import { BATCH_STATUSES, PROCESSING_STATUSES, VERIFACTU_STATES } from '../contracts/codes.ts';
import { MAX_LENGTHS } from '../contracts/text-lengths.ts';
import type { BatchFilter } from './reads/batches.ts';
import type { BatchInvoiceFilter } from './reads/invoices/batch-invoices.ts';
import { readChoice, readExactText, readInstant } from './filters.ts';
import type { Query } from './ids-and-pages.ts';

/* The filters of the lists of batches and of the invoices of a batch, which both versions have. */

/**
 * Describes the filters of the list of batches, for the documentation.
 * @param prefix the start of each description.
 */
export function describeBatchFilters(prefix = '') {
  return {
    status: Type.Optional(wordOf(BATCH_STATUSES, { description: `${prefix}Only batches with this status.` })),
    external_batch_id: Type.Optional(
      Type.String({
        maxLength: MAX_LENGTHS.external_batch_id,
        description: `${prefix}Only batches with exactly this label.`,
      }),
    ),
    received_from: Type.Optional(
      Type.String({
        format: 'date-time',
        description: `${prefix}Only batches received in this second or later.`,
      }),
    ),
    received_to: Type.Optional(
      Type.String({
        format: 'date-time',
        description: `${prefix}Only batches received in this second or earlier.`,
      }),
    ),
  };
}

export type BatchFilterQuery = Query<keyof ReturnType<typeof describeBatchFilters>>;

/**
 * Reads the filters of the list of batches.
 * @throws 400 that names the wrong parameter.
 */
export function readBatchFilter(query: BatchFilterQuery): BatchFilter {
  return {
    status: readChoice('status', query.status, BATCH_STATUSES),
    externalBatchId: readExactText('external_batch_id', query.external_batch_id),
    receivedFrom: readInstant('received_from', query.received_from),
    receivedTo: readInstant('received_to', query.received_to),
  };
}

/**
 * Describes the filters of the list of the invoices of a batch, for the documentation.
 * @param prefix the start of each description.
 */
export function describeBatchInvoiceFilters(prefix = '') {
  return {
    processing_status: Type.Optional(
      wordOf(PROCESSING_STATUSES, { description: `${prefix}Only invoices with this status.` }),
    ),
    verifactu_state: Type.Optional(
      wordOf(VERIFACTU_STATES, { description: `${prefix}Only invoices in this state.` }),
    ),
    external_invoice_id: Type.Optional(
      Type.String({
        maxLength: MAX_LENGTHS.external_invoice_id,
        description: `${prefix}Only invoices with exactly this id.`,
      }),
    ),
  };
}

export type BatchInvoiceFilterQuery = Query<keyof ReturnType<typeof describeBatchInvoiceFilters>>;

/**
 * Reads the filters of the list of the invoices of a batch.
 * @throws 400 that names the wrong parameter.
 */
export function readBatchInvoiceFilter(query: BatchInvoiceFilterQuery): BatchInvoiceFilter {
  return {
    processingStatus: readChoice('processing_status', query.processing_status, PROCESSING_STATUSES),
    verifactuState: readChoice('verifactu_state', query.verifactu_state, VERIFACTU_STATES),
    externalInvoiceId: readExactText('external_invoice_id', query.external_invoice_id),
  };
}
