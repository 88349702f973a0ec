import { formatCents } from '../money/decimals.ts';
import { buildFinding, type Warning } from '../reading/findings.ts';
import type { NamedOriginal, NumberedOriginal } from './originals.ts';

/* The warnings that depend on stored invoices, issuers and organizations. */

/** Warns of an F1 whose issuer's profile has no address: the profile is the only source of the issuer's address. */
export function warnOfIssuerWithoutAddress(nif: string): Warning {
  const says = `${nif} has no address in its profile, which the operator of this service can set: an invoice must contain the address of its issuer (RD 1619/2012 art. 6.1.e)`;
  return buildFinding('issuer_nif', 'issuer_address_missing', says);
}

/** Warns of an issuer for which another organization of the installation issues, without an operator's decision on it. */
export function warnOfSharedIssuer(nif: string): Warning {
  const says = `${nif} is used by another organization of this service as well: AEAT refuses the second invoice of an issuer with the same number and date (3000). Ask the operator to bind the issuer to the organizations that may issue for it`;
  return buildFinding('issuer_nif', 'issuer_shared', says);
}

/**
 * Returns whether corrections deduct more from an invoice than it charged.
 * @param original total of the invoice in cents.
 * @param corrections sum of the totals of its corrections in cents.
 */
export function exceedsOriginal(original: bigint, corrections: bigint): boolean {
  const rest = original + corrections;
  return original < 0n ? rest > 0n : rest < 0n;
}

/**
 * Warns of a correction after which an invoice's corrections deduct more than it charged.
 * @param original total of the invoice, a decimal string.
 * @param corrections sum of its corrections' totals in cents.
 */
export function warnOfExcessiveCorrections(
  { field, label }: NamedOriginal,
  isSubstitution: boolean,
  original: string,
  corrections: bigint,
): Warning {
  const sum = formatCents(corrections);
  const says = isSubstitution
    ? `leads to an invoice with a total of ${original}, whose corrections with this one add up to ${sum}: corrections can deduct at most the amount that was charged (RD 1619/2012 art. 15)`
    : `leads to an invoice with a total of ${original}, whose corrections with this one add up to ${sum}: corrections by differences can deduct at most the amount that was charged (RD 1619/2012 art. 15)`;
  return { field, code: 'corrections_exceed_original', aeatCode: null, message: `${label} ${says}` };
}

/** Warns of an original whose corrections are so many that they could not be added within the time limit of a read. */
export function warnOfUnknownSum({ field, label }: NamedOriginal): Warning {
  const says = 'has corrections that could not be added in time: compare their sum with its total';
  return { field, code: 'more_left_out', aeatCode: null, message: `${label} ${says}` };
}

/**
 * Warns of an invoice that replaces a simplified one and charges another amount.
 * @param total total of the invoice, a decimal string.
 * @param replaced total of the simplified invoice with its corrections, in cents.
 */
export function warnOfOtherTotal(
  { field, label }: NamedOriginal,
  count: number,
  total: string,
  replaced: bigint,
): Warning {
  const charged = formatCents(replaced);
  if (count > 1) {
    const says = `names invoices that charge ${charged} together, with their corrections, and this one charges ${total}: an invoice that replaces simplified invoices must charge the same amount (RD 1619/2012 art. 7.2)`;
    return buildFinding('replaces', 'replacement_differs', says);
  }
  const says = `charges ${charged} with its corrections, and this one charges ${total}: an invoice that replaces a simplified invoice must charge the same amount (RD 1619/2012 art. 7.2)`;
  return { field, code: 'replacement_differs', aeatCode: null, message: `${label} ${says}` };
}

/** Warns of a number that differs only in case from another number of the issuer in the same calendar year. */
export function warnOfSimilarNumber(other: string): Warning {
  const says = `differs from ${other}, which the issuer has used in the same calendar year, only in the case of its letters: AEAT treats them as two invoices, but people may take them for one`;
  return buildFinding('number_serie', 'number_differs_in_case', says);
}

/**
 * Warns of a rectification by substitution of an invoice that another one has already substituted. ImporteRectificacion would state the
 * amounts of the original as replaced once more (RD 1619/2012, art. 15.5).
 * @param by describes the earlier rectification.
 */
export function warnOfSecondSubstitution(
  { field, label }: Pick<NamedOriginal, 'field' | 'label'>,
  by: string,
): Warning {
  const says = `names an invoice that ${by} already rectifies by substitution: a second one replaces the amounts of the first, so rectify that one instead (RD 1619/2012 art. 15.5)`;
  return { field, code: 'substituted_again', aeatCode: null, message: `${label} ${says}` };
}

/**
 * Warns of an invoice that is named with a number that its issuer has used in the same calendar year for an invoice of another date. It then counts as one that
 * was issued elsewhere.
 * @param owner describes the invoice that has the number, with its date.
 */
export function warnOfOtherDate({ field, label, identity }: NumberedOriginal, owner: string): Warning {
  const { number, issueDate } = identity;
  const says = `names ${number} of ${issueDate}, but that number belongs to ${owner}: an issuer uses a number once in a year (RD 1619/2012 art. 6.1.a), so check the date`;
  return { field, code: 'reference_date_differs', aeatCode: null, message: `${label} ${says}` };
}
