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
    // Of several under one key each says which it is about.
    const place = times.get(key) === 1 ? '' : ` (invoices[${index}])`;
    const told = errors.get(key) ?? [];
    // Into the list that is there: a thousand invoices may have one key.
    for (const { message } of findings) told.push(message + place);
    errors.set(key, told);
  }
  return errors;
}
