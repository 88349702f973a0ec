import type { InvoiceType } from '../contracts/codes.ts';
import { readIdentity, writeIdentity } from '../domain/invoice/invoice-identity.ts';
import { listDated, operationDateOf } from '../domain/invoice/operation-day.ts';
import { matchIssued, type NamedInvoices } from '../domain/invoice/originals.ts';
import type { Rectifying } from '../domain/invoice/rectifying.ts';
import { type Replacements, trackReplacements } from '../domain/invoice/replacements.ts';
import {
  describeRectifiable,
  findRectifiedProblems,
  findReplacedNumbers,
  type Rectifiable,
} from '../domain/invoice/resolve-rectified.ts';
import { findSiblingProblems, judgeInOrder, refuseFailed } from '../domain/invoice/siblings.ts';
import type { Finding } from '../domain/reading/findings.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';
import type { Text } from '../contracts/messages/texts.ts';

/**
 * The invoices of a batch. Each list has one item per invoice, null for one that failed its own
 * rules; each map is keyed by the invoice's index.
 */
export type ExaminedBatch = {
  readonly identities: readonly (string | null)[];
  /** The identities that invoices state which failed their own rules. */
  readonly failedIdentities: ReadonlyMap<number, string>;
  readonly types: readonly (InvoiceType | null)[];
  readonly operationDates: readonly (string | null)[];
  readonly totals: readonly (string | null)[];
  readonly rectifications: ReadonlyMap<number, Rectifying & NamedInvoices>;
  readonly failures: ReadonlyMap<number, unknown>;
};

/** What is stored of the invoices that the invoices of a batch name. */
export type KnownInvoices = {
  /** The issued invoices that are named by number, as in `matchIssued`. */
  readonly ids: ReadonlyMap<string, number>;
  /**
   * The issued invoices that are named; null if nothing was read. References by id are then not
   * judged.
   */
  readonly found: ReadonlyMap<number, Rectifiable> | null;
  readonly replacements: Replacements;
  /** Returns why the number of an invoice is refused; null if it is free or not known. */
  readonly refuseNumber: (index: number) => Finding | null;
};

/** Returns what is known while nothing stored was read. */
export function knowNothing(): KnownInvoices {
  return { ids: new Map(), found: null, replacements: trackReplacements(), refuseNumber: () => null };
}

const NONE_NAMED: NamedInvoices = { originals: [], numbered: [] };

/**
 * The id under which an invoice of the batch is known to others of the batch. It is negative,
 * because the database assigns ids when it stores the batch.
 */
export const siblingIdOf = (index: number): number => -1 - index;
export const indexOfSibling = (id: number): number => -1 - id;

/**
 * Finds what the invoices of a batch must not rectify or replace, in the same batch and, as far as
 * it is known, among issued invoices.
 */
export function judgeBatch(
  examined: ExaminedBatch,
  { ids, found: stored, replacements, refuseNumber }: KnownInvoices,
): Map<number, Finding[]> {
  const { identities, failedIdentities, types, operationDates, totals, rectifications, failures } = examined;
  const findings = new Map<number, Finding[]>();
  const right = identities.flatMap((identity, index) =>
    identity === null || failures.has(index) ? [] : [{ index, identity }],
  );
  const found = new Map(stored);
  const failed = new Map([...failedIdentities].map(([index, identity]) => [identity, index]));
  for (const { identity } of right) failed.delete(identity);
  const describePlace = (place: number) => describe(right[place]!.index);
  const invoices = right.map(({ index, identity }) => {
    const own = rectifications.get(index);
    const numbered = own?.numbered.filter((named) => named.identity.issuerNif === own.issuerNif) ?? [];
    return { identity, numbered };
  });
  judgeInOrder(
    invoices,
    (identity) => ids.has(identity),
    (place, siblings) => {
      const { index, identity } = right[place]!;
      const id = siblingIdOf(index);
      const own = rectifications.get(index);
      const problems = own === undefined ? [] : findSiblingProblems(siblings, describePlace);
      // While only the batch is known, the invoice that is named may be issued.
      if (stored !== null)
        for (const named of invoices[place]!.numbered) {
          const written = writeIdentity(named.identity);
          const absent = ids.has(written) ? undefined : failed.get(written);
          if (absent !== undefined) problems.push(refuseFailed(named, describe(absent)));
        }
      const here = siblings.map(
        ([named, sibling]) =>
          [writeIdentity(named.identity), siblingIdOf(right[sibling.index]!.index)] as const,
      );
      const allIds = here.length === 0 ? ids : new Map([...ids, ...here]);
      const matched = own === undefined ? NONE_NAMED : matchIssued(own, own.issuerNif, allIds);
      // While only the batch is known, invoices that are named by number may be issued here.
      const named =
        stored === null
          ? { originals: matched.originals.filter((original) => found.has(original.id)), numbered: [] }
          : matched;
      const { originals } = named;
      if (own !== undefined && problems.length === 0) {
        const known = { found, replacements };
        for (const problem of findRectifiedProblems(own, named, known)) problems.push(problem);
        if (problems.length === 0)
          for (const problem of findReplacedNumbers(own.type, own.numbered, replacements))
            problems.push(problem);
      }
      const taken = refuseNumber(index);
      if (taken !== null) problems.push(taken);
      if (problems.length > 0) {
        findings.set(index, problems);
        return false;
      }
      const type = types[index]!;
      // An invoice that names others by number may still be refused when it is issued, while only
      // the batch is known. It then replaces nothing.
      if (own !== undefined && (stored !== null || matched.numbered.length === 0))
        replacements.add({ id, type }, { originals, numbered: own.numbered }, () => describe(index));
      const operationDate =
        own === undefined ? operationDates[index]! : operationDateOf(own, listDated(named, found));
      found.set(id, describeRectifiable({ ...readIdentity(identity), type, operationDate }, totals[index]!));
      return true;
    },
  );
  return findings;
}

function describe(index: number): Text {
  return formatMessage('invoice_of_batch', { index });
}
