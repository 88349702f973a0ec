import { formatCents } from '../money/decimals.ts';
import { buildFinding, type Warning, sayAbout } from '../reading/findings.ts';
import type { NamedOriginal, NumberedOriginal } from './originals.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/* The warnings that depend on stored invoices, issuers and organizations. */

/**
 * Warns of an F1 whose issuer's profile has no address: the profile is the only source of the
 * issuer's address.
 */
export function warnOfIssuerWithoutAddress(nif: string): Warning {
  const says = formatMessage('issuer_without_address', { nif });
  return buildFinding('issuer_nif', 'issuer_address_missing', says);
}

/**
 * Warns of an issuer for which another organization of the installation issues, without an
 * operator's decision on it.
 */
export function warnOfSharedIssuer(nif: string): Warning {
  const says = formatMessage('issuer_shared', { nif });
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
    ? formatMessage('substitution_exceeds_original', { original, corrections: sum })
    : formatMessage('differences_exceed_original', { original, corrections: sum });
  return { field, code: 'corrections_exceed_original', aeatCode: null, message: sayAbout(label, says) };
}

/**
 * Warns of an original whose corrections are so many that they could not be added within the time
 * limit of a read.
 */
export function warnOfUnknownSum({ field, label }: NamedOriginal): Warning {
  const says = formatMessage('sum_unknown');
  return { field, code: 'more_left_out', aeatCode: null, message: sayAbout(label, says) };
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
    const says = formatMessage('replaced_several_differ', { charged, total });
    return buildFinding('replaces', 'replacement_differs', says);
  }
  const says = formatMessage('replaced_differs', { replaced: charged, total });
  return { field, code: 'replacement_differs', aeatCode: null, message: sayAbout(label, says) };
}

/**
 * Warns of a number that differs only in case from another number of the issuer in the same
 * calendar year.
 */
export function warnOfSimilarNumber(other: string): Warning {
  const says = formatMessage('number_differs_in_case', { other });
  return buildFinding('number_serie', 'number_differs_in_case', says);
}

/**
 * Warns of a rectification by substitution of an invoice that another one has already substituted.
 * ImporteRectificacion would state the amounts of the original as replaced once more (RD 1619/2012,
 * art. 15.5).
 * @param by describes the earlier rectification.
 */
export function warnOfSecondSubstitution(
  { field, label }: Pick<NamedOriginal, 'field' | 'label'>,
  by: Text,
): Warning {
  const says = formatMessage('substituted_again', { by });
  return { field, code: 'substituted_again', aeatCode: null, message: sayAbout(label, says) };
}

/**
 * Warns of an invoice that is named with a number that its issuer has used in the same calendar
 * year for an invoice of another date. It then counts as one that was issued elsewhere.
 * @param owner describes the invoice that has the number, with its date.
 */
export function warnOfOtherDate({ field, label, identity }: NumberedOriginal, owner: Text): Warning {
  const { number, issueDate } = identity;
  const says = formatMessage('reference_date_differs', { number, date: issueDate, owner });
  return { field, code: 'reference_date_differs', aeatCode: null, message: sayAbout(label, says) };
}
