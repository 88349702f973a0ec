import type { RefusalReason } from 'verifactu-protocol/remission/decide-correction';
import type { CorrectionErrorName } from '../../contracts/api-error-catalogue.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import { isByNif } from './identify-party.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/* Why an invoice cannot be corrected as ordered. */

/** The code of the error that the API answers for each reason. */
const CODES = {
  record_not_answered: 'not_answered_yet',
  annulment_refused: 'annulment_refused',
  error_needs_no_correction: 'nothing_to_correct',
  no_record: 'not_registered',
  nothing_to_correct: 'nothing_to_correct',
  is_annulled_already: 'already_annulled',
  is_annulled: 'already_annulled',
  annulment_registered: 'already_annulled',
  annulment_held: 'already_annulled',
} as const satisfies Readonly<Record<RefusalReason['reason'], CorrectionErrorName>>;

/** Describes why AEAT's matrix of operations does not allow a correction. */
export function describeRuledOut(refusal: RefusalReason) {
  return { code: CODES[refusal.reason], why: sayReason(refusal) };
}

function sayReason(refusal: RefusalReason) {
  if ('sequence' in refusal) return formatMessage(refusal.reason, { sequence: refusal.sequence });
  return 'code' in refusal
    ? formatMessage(refusal.reason, { code: refusal.code })
    : formatMessage(refusal.reason);
}

/**
 * Returns why the recipient of an invoice cannot be identified as not in AEAT's census (IDType 07);
 * null if that is possible. AEAT accepts it only for natural persons with a NIF (1131), and not
 * with a regime that requires the NIF of the recipient (1205, 1149).
 */
export function cannotBeOutsideCensus({ recipient, otherRecipients, groups }: InvoiceDocument): Text | null {
  if (otherRecipients !== undefined) return formatMessage('several_recipients');
  if (recipient === null || !isByNif(recipient) || !/^[0-9XYZKLM]/.test(recipient.documentNumber)) {
    return formatMessage('not_a_natural_person');
  }
  const regime = groups.find((group) => group.regime === '10' || group.regime === '14')?.regime;
  return regime == null ? null : formatMessage('regime_needs_nif', { regime });
}

/** Most invoices that a message names. */
const MOST_NAMED = 5;

/**
 * Describes why an invoice that others correct or replace cannot be annulled: they would refer to
 * an annulled invoice.
 * @param numbers numbers of the correcting or replacing invoices that are not annulled; at least
 *   one.
 */
export function describeLater(numbers: readonly string[]): Text {
  const named = numbers.slice(0, MOST_NAMED).join(', ');
  if (numbers.length === 1) return formatMessage('corrected_by_one', { number: named });
  return formatMessage(numbers.length > MOST_NAMED ? 'corrected_by_others' : 'corrected_by_several', {
    numbers: named,
  });
}
