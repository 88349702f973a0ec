import type { RecipientProfile } from '../../contracts/recipient-profile.ts';
import { MAX_LENGTHS } from '../../contracts/text-lengths.ts';
import type { RecipientProfileInput } from '../../contracts/v2/recipient-profiles.ts';
import { type Finding, Findings } from '../reading/findings.ts';
import { readText } from '../reading/read-text.ts';
import { refuseEntity } from '../invoice/read-person-name.ts';
import { readRouting } from './read-routing.ts';
import { readUnitCode } from '../invoice/read-unit-code.ts';

/** Name of the profile in messages. */
const LABEL = 'Recipient profile';

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
  const findings = new Findings(2);
  const report = findings.reportIn<keyof RecipientProfileInput>('', LABEL);
  const routing = readRouting(input, '', LABEL, findings);
  if (input.person_name) refuseEntity(number, 'person_name', report);
  const buyerReference = readText(input.buyer_reference, 'buyer_reference', MAX_LENGTHS.reference, report);
  const accountingReference = readText(
    input.accounting_reference,
    'accounting_reference',
    MAX_LENGTHS.reference,
    report,
  );
  const defaultUnitCode = readUnitCode(input.default_unit_code, 'default_unit_code', report);
  if (findings.size > 0) return { findings: findings.list() };
  return {
    profile: {
      ...routing,
      ...(buyerReference !== null && { buyerReference }),
      ...(accountingReference !== null && { accountingReference }),
      ...(defaultUnitCode !== null && { defaultUnitCode }),
    },
  };
}
