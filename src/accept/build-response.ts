import type { ExaminedInvoices } from './examine-invoices.ts';
import { formatInstant } from '../contracts/instant.ts';
import { writeDetails, writeInvoices } from './write-details.ts';

export type NewBatchView = { readonly externalBatchId: string | null; readonly receivedAt: Date };

/**
 * Builds the response with messages to a create request around the batch id, which the database
 * assigns.
 * @returns the texts before and after the id. The member `errors` is present only if an invoice
 *   failed.
 */
export function buildResponse(batch: NewBatchView, invoices: ExaminedInvoices): [string, string] {
  const [before, after] = writeBatch(batch, invoices.externalInvoiceIds.length);
  const errors = collectErrors(invoices);
  // Serialized member by member: an `external_invoice_id` may be `__proto__`, which an object
  // literal would lose.
  const members = [...errors].map(([key, messages]) => `${JSON.stringify(key)}:${JSON.stringify(messages)}`);
  const tail = errors.size === 0 ? '' : `,"errors":{${members.join(',')}}`;
  return [before, `${after}${tail}}`];
}

/**
 * Builds the response with details to a create request around the batch id, as `buildResponse`
 * does.
 * @param warnings the details of the warnings about valid invoices, by their index.
 * @returns the texts before and after the id.
 */
export function buildDetailedResponse(
  batch: NewBatchView,
  { externalInvoiceIds, failures }: ExaminedInvoices,
  warnings: ReadonlyMap<number, string>,
): [string, string] {
  const [before, after] = writeBatch(batch, externalInvoiceIds.length);
  const errors = writeInvoices(externalInvoiceIds, writeDetails([failures]));
  return [before, `${after},"errors":${errors},"warnings":${writeInvoices(externalInvoiceIds, warnings)}}`];
}

/** Writes the new batch as the first member of the response, around its id. */
function writeBatch(batch: NewBatchView, invoices: number): [string, string] {
  const rest = JSON.stringify({
    external_batch_id: batch.externalBatchId,
    status: 'received',
    invoices_count: invoices,
    received_at: formatInstant(batch.receivedAt),
    processed_at: null,
  });
  return ['{"data":{"id":', `,${rest.slice(1)}`];
}

function collectErrors({ externalInvoiceIds, failures }: ExaminedInvoices): Map<string, string[]> {
  const failed = [...failures].toSorted(([one], [other]) => one - other);
  const keyOf = (index: number) => {
    const externalId = externalInvoiceIds[index];
    return externalId?.trim() ? externalId : `invoices[${index}]`;
  };
  const times = new Map<string, number>();
  for (const [index] of failed) times.set(keyOf(index), (times.get(keyOf(index)) ?? 0) + 1);
  const errors = new Map<string, string[]>();
  for (const [index, findings] of failed) {
    const key = keyOf(index);
    // If several failed invoices share a key, each message names its invoice.
    const place = times.get(key) === 1 ? '' : ` (invoices[${index}])`;
    const told = errors.get(key) ?? [];
    // Appends to the existing list instead of copying it: a thousand invoices may share one key.
    for (const { message } of findings) told.push(message.en + place);
    errors.set(key, told);
  }
  return errors;
}
