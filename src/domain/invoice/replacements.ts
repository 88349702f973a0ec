import type { InvoiceType } from '../../contracts/codes.ts';
import { writeIdentity } from './invoice-identity.ts';
import type { NamedInvoices } from './originals.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/**
 * How far the R5 that the invoices of a batch name are followed: the most steps from an R5 to what
 * it rectifies, and the most such pairs altogether. An R5 can name 1000 others, each of which names
 * 1000, so that without limits a small request could lead to any number of invoices.
 */
export const LEADS = { steps: 100, most: 10_000 } as const;

/** What the R5 that the invoices of a batch name lead to. */
export type Leads = {
  /** The invoices that each R5 rectifies, by its id. */
  readonly links: ReadonlyMap<number, readonly number[]>;
  /** Invoices that were reached, but not followed because of the limits of `LEADS`. */
  readonly unread: readonly number[];
};

export const NO_LEADS: Leads = { links: new Map(), unread: [] };

/** Lists all invoices that were reached, with those that the batch names. */
export function listReached(named: Iterable<number>, { links }: Leads): number[] {
  return [...new Set([...named, ...[...links.values()].flat()])];
}

/** The simplified invoices that F3 replace, with the R5 that lead to them. */
export type Replacements = {
  /**
   * Describes an F3 that replaces an invoice, or one to which the invoice leads; null if there is
   * none.
   */
  readonly find: (id: number) => Text | null;
  /**
   * Describes an F3 that names an invoice by number, by the identity of that invoice as
   * `writeIdentity` writes it; null if there is none.
   */
  readonly findNumbered: (identity: string) => Text | null;
  /** Whether an invoice leads to some that were not read. */
  readonly leadsTooFar: (id: number) => boolean;
  /**
   * Adds an invoice of the batch that can be issued.
   * @param describe describes it in messages. Called only for messages that name it.
   */
  readonly add: (
    invoice: { readonly id: number; readonly type: InvoiceType },
    named: NamedInvoices,
    describe: () => Text,
  ) => void;
};

/**
 * Tracks which simplified invoices are replaced while the invoices of a batch are judged in their
 * order. Each mark passes an R5 once, so the time does not depend on the number of ways from an R5
 * to a simplified invoice.
 * @param replacedBy ids of the issued F3 by the ids of the simplified invoices that they replace.
 * @param replacedByNumber ids of the issued F3 by the identities of the invoices that they name by
 *   number.
 */
export function trackReplacements(
  leads: Leads = NO_LEADS,
  replacedBy: ReadonlyMap<number, number> = new Map(),
  replacedByNumber: ReadonlyMap<string, number> = new Map(),
): Replacements {
  const rectifiedBy = new Map<number, number[]>();
  const link = (id: number, rectified: number) => {
    const others = rectifiedBy.get(rectified);
    if (others === undefined) rectifiedBy.set(rectified, [id]);
    else others.push(id);
  };
  for (const [id, ids] of leads.links) for (const rectified of ids) link(id, rectified);
  const mark = <Mark>(marks: Map<number, Mark>, first: number, by: Mark) => {
    const open = [first];
    for (const id of open) {
      if (marks.has(id)) continue;
      marks.set(id, by);
      for (const other of rectifiedBy.get(id) ?? []) open.push(other);
    }
  };
  const replaced = new Map<number, () => Text>();
  const far = new Map<number, string>();
  for (const [id, by] of replacedBy) mark(replaced, id, describeIssued(by));
  const numbered = new Map([...replacedByNumber].map(([identity, by]) => [identity, describeIssued(by)]));
  for (const id of leads.unread) mark(far, id, 'unread');
  return {
    find: (id) => replaced.get(id)?.() ?? null,
    findNumbered: (identity) => numbered.get(identity)?.() ?? null,
    leadsTooFar: (id) => far.has(id),
    add({ id, type }, named, describe) {
      if (type === 'F3') {
        for (const original of named.originals) mark(replaced, original.id, describe);
        for (const { identity } of named.numbered) numbered.set(writeIdentity(identity), describe);
      }
      if (type === 'R5') for (const original of named.originals) link(id, original.id);
    },
  };
}

function describeIssued(id: number): () => Text {
  return () => formatMessage('issued_invoice', { id });
}
