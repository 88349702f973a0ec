/*
 * The id of a batch's invoice, which is the id of what is issued from it, tells the batch and the place in it: whoever has it needs no index to find
 * either, and all of a batch are one range. The statements in src/platform/postgres reckon with the same factor.
 */

/** Ids that each batch has for its invoices, used or not. It is in what was stored, and never changes. */
export const IDS_PER_BATCH = 1000;

/** @param position in the request, from 0. */
export function buildBatchInvoiceId(batchId: number, position: number): number {
  return batchId * IDS_PER_BATCH + position;
}

/** Where an invoice stands, by its id. */
export function readBatchInvoiceId(id: number): { readonly batchId: number; readonly position: number } {
  return { batchId: Math.floor(id / IDS_PER_BATCH), position: id % IDS_PER_BATCH };
}
