import type { ExaminedInvoices } from './examine-invoices.ts';
import { formatInstant } from '../contracts/instant.ts';

/**
 * Builds the answer of a create request around the batch id, which only the database knows.
 * @returns the text before and after the id. `errors` is there only when an invoice failed.
 */
export function buildResponse(
  batch: { readonly externalBatchId: string | null; readonly receivedAt: Date },
  invoices: ExaminedInvoices,
): [string, string] {
  const rest = JSON.stringify({
    external_batch_id: batch.externalBatchId,
    status: 'received',
    invoices_count: invoices.externalInvoiceIds.length,
    received_at: formatInstant(batch.receivedAt),
    processed_at: null,
  });
  const errors = collectErrors(invoices);
  // Written member by member: a client may call its invoice `__proto__`.
  const members = [...errors].map(([key, messages]) => `${JSON.stringify(key)}:${JSON.stringify(messages)}`);
  const tail = errors.size === 0 ? '' : `,"errors":{${members.join(',')}}`;
  return ['{"data":{"id":', `,${rest.slice(1)}${tail}}`];
}

function collectErrors({ externalInvoiceIds, failures }: ExaminedInvoices): Map<string, string[]> {
  const errors = new Map<string, string[]>();
  for (const [index, messages] of [...failures].toSorted(([one], [other]) => one - other)) {
    const externalId = externalInvoiceIds[index];
    const key = externalId?.trim() ? externalId : `invoices[${index}]`;
    const told = errors.get(key);
    // Into the list that is there: a thousand invoices may have one key.
    if (told) for (const message of messages) told.push(message);
    else errors.set(key, [...messages]);
  }
  return errors;
}
