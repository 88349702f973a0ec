import type { InvoiceInput } from '../contracts/invoice-input.ts';
import { findBatchDuplicates } from '../domain/invoice/find-batch-duplicates.ts';
import { writeIdentity } from '../domain/invoice/invoice-identity.ts';
import { isPersonNif } from '../domain/invoice/nif.ts';
import { findTextExcess } from '../domain/invoice/text-bound.ts';
import { checkInvoice } from '../domain/invoice/prepare-invoice.ts';

/** Lists with one item per invoice, in the order of the request. */
export type ExaminedInvoices = {
  readonly externalInvoiceIds: readonly (string | null)[];
  readonly invoiceNumbers: readonly (string | null)[];
  /** What is wrong with an invoice, by its index; nothing for one that can be issued as far as can be known now. */
  readonly failures: ReadonlyMap<number, readonly string[]>;
  /** Issuers that are natural persons, as their invoices name them, by the invoice's index. */
  readonly persons: ReadonlyMap<number, Person>;
};
export type Person = { readonly nif: string; readonly name: string };

/** Invoices each by itself: what they have to do with each other is not examined yet. */
export type CheckedInvoices = ExaminedInvoices & {
  /** Null where an invoice failed. */
  readonly identities: readonly (string | null)[];
};

/**
 * Applies the rules that need no stored data to some invoices of a batch, each by itself.
 * @param inexactNumbers by their paths in the body, as `parseJson` gives them.
 */
export function checkInvoices(
  invoices: readonly InvoiceInput[],
  context: {
    readonly organizationName: string;
    readonly issuerNifs: ReadonlySet<string> | null;
    readonly today: string;
    readonly inexactNumbers: ReadonlyMap<string, string>;
  },
): CheckedInvoices {
  const inexactOf = groupByInvoice(context.inexactNumbers.keys());
  const failures = new Map<number, readonly string[]>();
  const valid = invoices.map((input, index) => {
    const inexactNumbers = inexactOf.get(index) ?? NONE;
    const checked = checkInvoice(input, { ...context, inexactNumbers });
    const excess = findTextExcess(input);
    if (checked.kind === 'prepared' && excess === null) return checked;
    failures.set(
      index,
      limit([...(checked.kind === 'prepared' ? [] : checked.messages), ...(excess === null ? [] : [excess])]),
    );
    return null;
  });
  return {
    externalInvoiceIds: invoices.map((input) => input.external_invoice_id ?? null),
    // An issued number is the normalised one; of an invoice that failed, what the client sent.
    invoiceNumbers: invoices.map((input, index) => valid[index]?.number ?? input.number_serie ?? null),
    identities: valid.map((checked) => checked && writeIdentity(checked)),
    failures,
    persons: new Map(
      valid.flatMap((checked, index) =>
        checked && isPersonNif(checked.issuerNif)
          ? [[index, { nif: checked.issuerNif, name: checked.issuerName }] as const]
          : [],
      ),
    ),
  };
}

/** Puts the parts of a batch together and finds what their invoices have to do with each other: numbers that are used twice. */
export function joinChecked(parts: readonly CheckedInvoices[]): ExaminedInvoices {
  const failures = new Map<number, readonly string[]>();
  const persons = new Map<number, Person>();
  let before = 0;
  for (const part of parts) {
    for (const [index, messages] of part.failures) failures.set(before + index, messages);
    for (const [index, person] of part.persons) persons.set(before + index, person);
    before += part.externalInvoiceIds.length;
  }
  const identities = parts.flatMap((part) => part.identities);
  for (const [index, message] of findBatchDuplicates(identities)) failures.set(index, [message]);
  return {
    externalInvoiceIds: parts.flatMap((part) => part.externalInvoiceIds),
    invoiceNumbers: parts.flatMap((part) => part.invoiceNumbers),
    failures,
    persons,
  };
}

/** Of one invoice: a small body could have a huge answer otherwise. */
const MAX_MESSAGES = 20;

function limit(messages: readonly string[]): readonly string[] {
  if (messages.length <= MAX_MESSAGES) return messages;
  const left = messages.length - MAX_MESSAGES + 1;
  return [...messages.slice(0, MAX_MESSAGES - 1), `${left} more messages are left out`];
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
