import { SPFE_CHANNELS } from '../../contracts/spfe.ts';
import type { RecipientProfile } from '../../contracts/recipient-profile.ts';
import { RECIPIENT_PROFILE, type RecipientProfileInput } from '../../contracts/v2/recipient-profiles.ts';
import { type Finding, Findings } from '../reading/findings.ts';
import { readCode, readMember } from '../reading/read-text.ts';
import { readDate } from '../invoice/read-dates.ts';
import { refuseEntity } from '../invoice/read-person-name.ts';
import { readRouting } from './read-routing.ts';
import { readUnitCode } from '../invoice/read-unit-code.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/** Name of the profile in messages. */
const LABEL = formatMessage('recipient_profile');

/**
 * Reads the profile of a recipient by the rules that its members have in an invoice of version 2.
 * @param input whose JSON types were checked; null and absent are equivalent.
 * @param number of the recipient, as `readProfiledNumber` returns it.
 * @returns the profile, or all findings.
 */
export function readRecipientProfile(
  input: RecipientProfileInput,
  number: string,
): { readonly profile: RecipientProfile } | { readonly findings: readonly Finding[] } {
  const { members } = RECIPIENT_PROFILE;
  const findings = new Findings();
  const report = findings.reportIn<keyof RecipientProfileInput>('', LABEL);
  const routing = readRouting(input, '', LABEL, findings);
  if (input.person_name) refuseEntity(number, 'person_name', report);
  const spfeChannel = readCode(input.spfe_channel, SPFE_CHANNELS, 'spfe_channel', report);
  const withoutPdf = readDate(input.accepts_without_pdf_since, 'accepts_without_pdf_since', report);
  const buyerReference = readMember(members, input, 'buyer_reference', report);
  const accountingReference = readMember(members, input, 'accounting_reference', report);
  const defaultUnitCode = readUnitCode(input.default_unit_code, 'default_unit_code', report);
  if (findings.size > 0) return { findings: findings.list() };
  return {
    profile: {
      ...routing,
      ...(spfeChannel && { spfeChannel }),
      ...(withoutPdf && { acceptsWithoutPdfSince: withoutPdf }),
      ...(buyerReference !== null && { buyerReference }),
      ...(accountingReference !== null && { accountingReference }),
      ...(defaultUnitCode !== null && { defaultUnitCode }),
    },
  };
}
