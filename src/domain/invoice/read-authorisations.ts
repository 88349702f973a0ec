import { MAX_AUTHORISATIONS } from '../../contracts/limits.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import { BILLING_AUTHORISATION } from '../../contracts/v2/authorisation-members.ts';
import type { BillingAuthorisationInput, InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import type { Findings } from '../reading/findings.ts';
import { isBlank, readMember } from '../reading/read-text.ts';

/**
 * Reads the authorisations of AEAT by which an invoice is issued.
 * @returns null if there are none, or one is refused.
 */
export function readAuthorisations(
  { billing_authorisations: given }: InvoiceInput,
  findings: Findings,
): NonNullable<InvoiceDocument['billingAuthorisations']> | null {
  if (!given || given.length === 0) return null;
  if (given.length > MAX_AUTHORISATIONS) {
    const says = formatMessage('more_authorisations', { most: MAX_AUTHORISATIONS });
    findings.report('billing_authorisations', 'too_many', says);
    return null;
  }
  const { members } = BILLING_AUTHORISATION;
  const read = given.flatMap((each, place) => {
    const report = findings.reportIn<keyof BillingAuthorisationInput>(
      `billing_authorisations[${place}]`,
      formatMessage('billing_authorisation', { number: place + 1 }),
    );
    if (isBlank(each.number)) report('number', 'blank', formatMessage('blank'));
    const number = readMember(members, each, 'number', report);
    const description = readMember(members, each, 'description', report);
    return number === null ? [] : [{ number, description }];
  });
  return read.length < given.length ? null : read;
}
