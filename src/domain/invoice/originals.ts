import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { InvoiceType } from '../../contracts/codes.ts';
import { formatCents, readCents } from '../money/decimals.ts';
import { buildFinding, type Finding } from '../reading/findings.ts';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { writeIdentity } from './invoice-identity.ts';
import { CENTS_LIMIT } from './read-line.ts';
import type { Rectifying } from './rectifying.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/** The place where an invoice names one that it rectifies or replaces. */
type NamingPlace = {
  /**
   * Path of the member that names it: `rectified_invoice_id`, `replaces[2].issued_invoice_id` or
   * `replaces[2].number_serie`.
   */
  readonly field: string;
  /** Name of that member in messages. */
  readonly label: Text;
  /** Position in the list of version 2 that names it; 0 for `rectified_invoice_id`. */
  readonly place: number;
};

/**
 * An issued invoice of the same organization that an invoice names as one that it rectifies or
 * replaces.
 */
export type NamedOriginal = NamingPlace & { readonly id: number };

/**
 * An invoice that is named by issuer, number and issue date. Whether it is issued here is known
 * after `matchIssued`.
 */
export type NumberedOriginal = NamingPlace & { readonly identity: InvoiceIdentity };

/**
 * The invoices that an invoice names as those that it rectifies or replaces, in the order of their
 * places.
 */
export type NamedInvoices = {
  readonly originals: readonly NamedOriginal[];
  readonly numbered: readonly NumberedOriginal[];
};

/**
 * Lists the invoices that are named by number and may be issued here: those of the issuer of the
 * invoice that names them.
 */
export function listNumbered(
  invoices: Iterable<Pick<Rectifying, 'issuerNif'> & Pick<NamedInvoices, 'numbered'>>,
): InvoiceIdentity[] {
  const identities = new Map<string, InvoiceIdentity>();
  for (const { issuerNif, numbered } of invoices)
    for (const { identity } of numbered)
      if (identity.issuerNif === issuerNif) identities.set(writeIdentity(identity), identity);
  return [...identities.values()];
}

/**
 * Moves the invoices that are named by number and are issued here to the originals.
 * @param issuerNif issuer of the invoice that names them.
 * @param ids ids of issued invoices by their identities, as `writeIdentity` writes them.
 */
export function matchIssued(
  { originals, numbered }: NamedInvoices,
  issuerNif: string,
  ids: ReadonlyMap<string, number>,
): NamedInvoices {
  const found: NamedOriginal[] = [];
  const others = numbered.filter(({ identity, ...place }) => {
    const id = identity.issuerNif === issuerNif ? ids.get(writeIdentity(identity)) : undefined;
    if (id !== undefined) found.push({ ...place, id });
    return id === undefined;
  });
  return { originals: [...originals, ...found].toSorted((a, b) => a.place - b.place), numbered: others };
}

/** The most originals that the invoices of one batch can name together. */
const MAX_ORIGINALS_OF_BATCH = 10_000;

/**
 * Finds the invoices of a batch that name originals beyond the maximum of a batch.
 * @param named the invoices that name originals, in their order, with their index in the batch.
 */
export function findExcessOriginals(
  named: Iterable<readonly [number, NamedInvoices & { readonly type: InvoiceType }]>,
): Map<number, Finding> {
  const findings = new Map<number, Finding>();
  let count = 0;
  for (const [index, { type, originals, numbered }] of named) {
    count += originals.length + numbered.length;
    if (count <= MAX_ORIGINALS_OF_BATCH) continue;
    const says = formatMessage('named_beyond_batch', { most: MAX_ORIGINALS_OF_BATCH });
    findings.set(index, buildFinding(type === 'F3' ? 'replaces' : 'rectification', 'too_many', says));
  }
  return findings;
}

/** Amounts of an invoice as its record states them, as decimal strings in euros. */
export type ReplacedAmounts = NonNullable<NonNullable<InvoiceDocument['rectification']>['replaced']>;

/**
 * Returns what an issued invoice charges: the sums of its bases, taxes and surcharges (equivalence
 * surcharge).
 */
export function sumCharged({ groups }: Pick<InvoiceDocument, 'groups'>): ReplacedAmounts {
  return addReplaced(groups.map((group) => group.euro ?? group));
}

/**
 * Adds the amounts of several invoices: ImporteRectificacion of an invoice that replaces the
 * amounts of all of them.
 */
export function addReplaced(
  parts: readonly { readonly base: string; readonly tax: string; readonly surcharge?: string }[],
): ReplacedAmounts {
  const surcharges = parts.flatMap(({ surcharge }) => surcharge ?? []);
  return {
    base: addAmounts(parts.map(({ base }) => base)),
    tax: addAmounts(parts.map(({ tax }) => tax)),
    ...(surcharges.length > 0 && { surcharge: addAmounts(surcharges) }),
  };
}

/** Returns whether each amount has at most 12 digits before the decimal point (AEAT 1100). */
export function fitsRecord({ base, tax, surcharge = '0.00' }: ReplacedAmounts): boolean {
  return [base, tax, surcharge].every((amount) => {
    const cents = readCents(amount);
    return cents < CENTS_LIMIT && cents > -CENTS_LIMIT;
  });
}

function addAmounts(amounts: readonly string[]): string {
  return formatCents(amounts.reduce((sum, amount) => sum + readCents(amount), 0n));
}

/** What decides by how much an invoice changes what its originals charge. */
export type Changing = Pick<Rectifying, 'type' | 'isSubstitution' | 'hasOtherOriginals'> & {
  /** ImporteTotal in euros, a decimal string. */
  readonly total: string;
};

/**
 * Returns whether the total of an invoice is the amount by which it changes what its only original
 * charges.
 */
export function isPlainDifference(changing: Changing, originals: number): boolean {
  return originals === 1 && !changing.isSubstitution && !changing.hasOtherOriginals;
}

/**
 * Returns by how much an invoice changes what each of its originals charges. A change of several
 * originals is shared in proportion to their totals.
 * @param totals ImporteTotal of each original, in cents.
 * @returns cents for each original, 0 for an F3, which changes nothing, and if some originals are
 *   not stored here, because their totals are not known.
 */
export function shareChange(changing: Changing, totals: readonly bigint[]): bigint[] {
  if (changing.type === 'F3' || changing.hasOtherOriginals) return totals.map(() => 0n);
  const charged = totals.reduce((sum, total) => sum + total, 0n);
  const change = readCents(changing.total) - (changing.isSubstitution ? charged : 0n);
  const weights = totals.map((total) => (total < 0n ? -total : total));
  let weightLeft = weights.reduce((sum, weight) => sum + weight, 0n);
  let left = change;
  return weights.map((weight, index) => {
    const isLast = index === weights.length - 1;
    const share = isLast || weightLeft === 0n ? left : (left * weight) / weightLeft;
    weightLeft -= weight;
    left -= share;
    return share;
  });
}
