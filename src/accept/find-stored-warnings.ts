import { numberKeyOf, readIdentity } from '../domain/invoice/invoice-identity.ts';
import {
  exceedsOriginal,
  warnOfExcessiveCorrections,
  warnOfIssuerWithoutAddress,
  warnOfOtherTotal,
  warnOfSimilarNumber,
  warnOfUnknownSum,
} from '../domain/invoice/stored-warnings.ts';
import { readCents } from '../domain/money/decimals.ts';
import { type NamedOriginal, shareChange } from '../domain/invoice/originals.ts';
import type { Warning } from '../domain/reading/findings.ts';
import { ReadTooLongError } from '../platform/postgres/scoped-query.ts';
import { findIssuersWithoutAddress } from './statements/issuer-profiles.ts';
import {
  type Ask,
  type CorrectedSum,
  findSimilarNumbers,
  sumCorrections,
} from '../issue/statements/lookups.ts';
import type { ExaminedBody } from './examine-body.ts';
import type { Rectification } from './examine-invoices.ts';
import { indexOfSibling } from './judge-batch.ts';
import { warnOfOtherDates, warnOfSubstitutions } from './question-references.ts';

/**
 * Finds the warnings of one kind for a batch, keyed by the invoice's index. The number of
 * statements does not depend on the batch's size.
 */
type Finder = (ask: Ask, organizationId: number, examined: ExaminedBody) => Promise<Map<number, Warning>>;

const FINDERS: readonly Finder[] = [
  warnOfIssuerAddresses,
  warnOfCorrections,
  warnOfSubstitutions,
  warnOfOtherDates,
  warnOfSimilarNumbers,
];

/**
 * Finds the warnings that depend on stored data, for invoices that passed their own rules.
 * @returns the warnings by the invoice's index, in the order of `FINDERS`.
 */
export async function findStoredWarnings(
  ask: Ask,
  organizationId: number,
  examined: ExaminedBody,
): Promise<Map<number, Warning[]>> {
  const found = new Map<number, Warning[]>();
  for (const find of FINDERS) {
    for (const [index, warning] of await find(ask, organizationId, examined))
      found.set(index, [...(found.get(index) ?? []), warning]);
  }
  return found;
}

async function warnOfIssuerAddresses(
  ask: Ask,
  organizationId: number,
  { identities, types }: ExaminedBody,
): Promise<Map<number, Warning>> {
  const issuers = identities.map((identity, index) =>
    identity === null || types[index] !== 'F1' ? null : readIdentity(identity).issuerNif,
  );
  const nifs = [...new Set(issuers.filter((nif) => nif !== null))];
  const without = await findIssuersWithoutAddress(ask, organizationId, nifs);
  return new Map(
    issuers.flatMap((nif, index) =>
      nif !== null && without.has(nif) ? [[index, warnOfIssuerWithoutAddress(nif)] as const] : [],
    ),
  );
}

/**
 * Warns of corrections that together exceed their original. All corrections of one original,
 * including corrections of corrections, are added: first the issued ones, then those of this batch,
 * in its order. Warns also of an invoice that replaces simplified ones (F3) with a total other than
 * the total of the originals after their corrections.
 */
async function warnOfCorrections(
  ask: Ask,
  organizationId: number,
  examined: ExaminedBody,
): Promise<Map<number, Warning>> {
  const { rectifications, failures } = examined;
  const right = [...rectifications].filter(
    ([index, { originals }]) => originals.length > 0 && !failures.has(index),
  );
  const ids = new Set(
    right.flatMap(([, { originals }]) => originals.map(({ id }) => id).filter((id) => id > 0)),
  );
  const sums = await sumCorrections(ask, organizationId, [...ids]).catch((error: unknown) => {
    if (error instanceof ReadTooLongError) return null;
    throw error;
  });
  // The batch is not refused because adding its corrections takes too long.
  if (sums === null)
    return new Map(right.map(([index, { originals }]) => [index, warnOfUnknownSum(originals[0]!)]));
  for (const [, { originals }] of right)
    for (const { id } of originals) if (id < 0) sums.set(id, sumSibling(examined, sums, id));
  const corrected = new Map(
    [...sums.values()].map(({ originalId, corrections }) => [originalId, readCents(corrections)]),
  );
  const warnings = new Map<number, Warning>();
  for (const [index, own] of right) {
    const known = own.originals.flatMap((named) => {
      const sum = sums.get(named.id);
      return sum === undefined ? [] : [{ named, ...sum }];
    });
    // Otherwise the dry run has a finding, or the originals that are not stored here could explain
    // any amount.
    if (known.length < own.originals.length || own.hasOtherOriginals) continue;
    const warning =
      own.type === 'F3' ? findOtherTotal(own, known, corrected) : findExcess(own, known, corrected);
    if (warning !== null) warnings.set(index, warning);
  }
  return warnings;
}

/**
 * Describes an invoice of the batch that another one names. Its corrections are added while the
 * batch is judged.
 */
function sumSibling(
  examined: Pick<ExaminedBody, 'rectifications' | 'totals'>,
  sums: ReadonlyMap<number, CorrectedSum>,
  id: number,
): CorrectedSum {
  const { rectifications, totals } = examined;
  const ownTotal = totals[indexOfSibling(id)]!;
  const own = { originalId: id, ownTotal, total: ownTotal, corrections: '0.00' };
  const rectification = rectifications.get(indexOfSibling(id));
  const first = rectification?.type === 'F3' ? undefined : rectification?.originals[0];
  if (first === undefined) return own;
  const original = first.id > 0 ? sums.get(first.id) : sumSibling(examined, sums, first.id);
  return original === undefined ? own : { ...original, ownTotal };
}

type Known = CorrectedSum & { readonly named: NamedOriginal };

/** @param corrected the sum of the corrections of each original, in cents. */
function findOtherTotal(
  { total }: Rectification,
  known: readonly Known[],
  corrected: ReadonlyMap<number, bigint>,
): Warning | null {
  const totals = new Map(known.map((each) => [each.originalId, readCents(each.total)]));
  const left = [...totals].reduce((sum, [id, charged]) => sum + charged + corrected.get(id)!, 0n);
  return readCents(total) === left ? null : warnOfOtherTotal(known[0]!.named, known.length, total, left);
}

/**
 * Adds the changes that an invoice makes to `corrected`, and warns of the first original of which
 * more is deducted than was charged.
 */
function findExcess(
  own: Rectification,
  known: readonly Known[],
  corrected: Map<number, bigint>,
): Warning | null {
  const changes = shareChange(
    own,
    known.map(({ ownTotal }) => readCents(ownTotal)),
  );
  let warning: Warning | null = null;
  for (const [place, { named, originalId, total }] of known.entries()) {
    const sum = corrected.get(originalId)! + changes[place]!;
    corrected.set(originalId, sum);
    if (exceedsOriginal(readCents(total), sum))
      warning ??= warnOfExcessiveCorrections(named, own.isSubstitution, total, sum);
  }
  return warning;
}

/**
 * Warns of numbers of one issuer and calendar year that differ only in case: AEAT accepts both, but
 * people read them as the same.
 */
async function warnOfSimilarNumbers(
  ask: Ask,
  organizationId: number,
  { identities, failures }: ExaminedBody,
): Promise<Map<number, Warning>> {
  const warnings = new Map<number, Warning>();
  const firsts = new Map<string, string>();
  const right = identities.flatMap((text, index) =>
    text === null || failures.has(index) ? [] : [{ index, text, identity: readIdentity(text) }],
  );
  const similar = await findSimilarNumbers(
    ask,
    organizationId,
    right.map(({ identity }) => identity),
  );
  for (const [place, { index, text, identity }] of right.entries()) {
    const key = numberKeyOf(text).toUpperCase();
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, identity.number);
    const other = similar.get(place)?.number ?? (first === identity.number ? undefined : first);
    if (other !== undefined) warnings.set(index, warnOfSimilarNumber(other));
  }
  return warnings;
}
