import { type NewBatchView, writeBatch } from '../build-response.ts';
import type { ExaminedInvoices } from '../examine-invoices.ts';
import { writeDetails, writeInvoices } from './write-details.ts';

/**
 * Builds the response of version 2 to a create request around the batch id, which the database assigns.
 * @param warnings the details of the warnings about valid invoices, by their index.
 * @returns the texts before and after the id.
 */
export function buildResponse(
  batch: NewBatchView,
  { externalInvoiceIds, failures }: ExaminedInvoices,
  warnings: ReadonlyMap<number, string>,
): [string, string] {
  const [before, after] = writeBatch(batch, externalInvoiceIds.length);
  const errors = writeInvoices(externalInvoiceIds, writeDetails([failures]));
  return [before, `${after},"errors":${errors},"warnings":${writeInvoices(externalInvoiceIds, warnings)}}`];
}
