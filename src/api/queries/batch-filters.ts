import { type Static, type TObject, Type } from 'typebox';
import { wordOf } from '../../contracts/answers.ts';
import { BATCH_STATUSES, PROCESSING_STATUSES, VERIFACTU_STATES } from '../../contracts/codes.ts';
import type { BatchFilter } from '../reads/batches.ts';
import type { BatchInvoiceFilter } from '../reads/invoices/batch-invoices.ts';
import { exactText, utcTime } from './parameters.ts';

/* The filters of the lists of batches and of the invoices of a batch, which both versions have. */

/**
 * Describes the filters of the list of batches, for the schemas of routes.
 * @param prefix the start of each description.
 */
export function describeBatchFilters(prefix = '') {
  return {
    status: Type.Optional(wordOf(BATCH_STATUSES, { description: `${prefix}Only batches with this status.` })),
    external_batch_id: Type.Optional(exactText(`${prefix}Only batches with exactly this label.`)),
    received_from: Type.Optional(utcTime(`${prefix}Only batches received in this second or later.`)),
    received_to: Type.Optional(utcTime(`${prefix}Only batches received in this second or earlier.`)),
  };
}

export type BatchFilterQuery = Static<TObject<ReturnType<typeof describeBatchFilters>>>;

/** Returns the filters of the list of batches. */
export function readBatchFilter(query: BatchFilterQuery): BatchFilter {
  return {
    status: query.status ?? null,
    externalBatchId: query.external_batch_id ?? null,
    receivedFrom: toInstant(query.received_from),
    receivedTo: toInstant(query.received_to),
  };
}

/** Converts a time that was validated. @returns null if it is absent. */
export function toInstant(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text);
}

/**
 * Describes the filters of the list of the invoices of a batch, for the schemas of routes.
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
    external_invoice_id: Type.Optional(exactText(`${prefix}Only invoices with exactly this id.`)),
  };
}

export type BatchInvoiceFilterQuery = Static<TObject<ReturnType<typeof describeBatchInvoiceFilters>>>;

/** Returns the filters of the list of the invoices of a batch. */
export function readBatchInvoiceFilter(query: BatchInvoiceFilterQuery): BatchInvoiceFilter {
  return {
    processingStatus: query.processing_status ?? null,
    verifactuState: query.verifactu_state ?? null,
    externalInvoiceId: query.external_invoice_id ?? null,
  };
}
