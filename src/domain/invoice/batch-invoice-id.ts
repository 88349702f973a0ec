/*
 * The id of an invoice of a batch, which is also the id of the issued invoice, encodes the id of
 * the batch and the position in it. Lookups by this id therefore need no index on the batch, and
 * the ids of one batch form a range. SQL statements compute with the same factor.
 */

/**
 * Number of ids reserved for the invoices of each batch, used or not. It is part of stored ids and
 * never changes.
 */
export const IDS_PER_BATCH = 1000;

/** Builds the id of an invoice. @param position of the invoice in the request, from 0. */
export function buildBatchInvoiceId(batchId: number, position: number): number {
  return batchId * IDS_PER_BATCH + position;
}

/** Returns the batch and the position in it that an id encodes. */
export function readBatchInvoiceId(id: number): { readonly batchId: number; readonly position: number } {
  return { batchId: Math.floor(id / IDS_PER_BATCH), position: id % IDS_PER_BATCH };
}
