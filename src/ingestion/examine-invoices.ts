import type { CreateBatchBody, InvoiceInput } from '../contracts/invoice-input.ts';
import { findBatchDuplicates } from '../domain/invoice/find-batch-duplicates.ts';
import { prepareInvoice, type PreparedInvoice } from '../domain/invoice/prepare-invoice.ts';

export type ExaminedInvoice = {
  readonly externalInvoiceId: string | null;
  readonly invoiceNumber: string | null;
  /** Empty when the invoice can be issued as far as can be known now. */
  readonly messages: readonly string[];
};

/**
 * Applies the rules that need no stored data to every invoice of a batch.
 * @param inexactNumbers by their paths in the whole body, as `parseJson` gives them.
 */
export function examineInvoices(
  { invoice_batch: { invoices } }: CreateBatchBody,
  context: {
    readonly organizationName: string;
    readonly today: string;
    readonly inexactNumbers: ReadonlyMap<string, string>;
  },
): ExaminedInvoice[] {
  const inexactOf = groupByInvoice(context.inexactNumbers.keys());
  const prepared: (PreparedInvoice | null)[] = [];
  const failures = new Map<number, readonly string[]>();
  invoices.forEach((input, index) => {
    const inexactNumbers = inexactOf.get(index) ?? NONE;
    const preparation = prepareInvoice(input, { ...context, inexactNumbers });
    prepared.push(preparation.ok ? preparation.invoice : null);
    if (!preparation.ok) failures.set(index, preparation.messages);
  });
  for (const [index, message] of findBatchDuplicates(prepared)) failures.set(index, [message]);
  return invoices.map((input, index) => ({
    externalInvoiceId: input.external_invoice_id ?? null,
    invoiceNumber: readNumber(input, prepared[index]),
    messages: failures.get(index) ?? [],
  }));
}

/** An issued number is the normalised one; of an invoice that failed, what the client sent. */
function readNumber(input: InvoiceInput, prepared: PreparedInvoice | null | undefined): string | null {
  return prepared?.document.number ?? input.number_serie ?? null;
}

const NONE: ReadonlySet<string> = new Set();

/** @returns by the invoice's index, the paths inside the invoice. */
function groupByInvoice(paths: Iterable<string>): Map<number, Set<string>> {
  const groups = new Map<number, Set<string>>();
  for (const path of paths) {
    const [, index, place] = /^invoice_batch\.invoices\[(\d+)\]\.(.+)$/.exec(path) ?? [];
    if (index === undefined || place === undefined) continue;
    const group = groups.get(Number(index)) ?? new Set();
    groups.set(Number(index), group.add(place));
  }
  return groups;
}
