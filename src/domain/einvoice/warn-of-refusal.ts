import {
  nameProfile,
  type ElectronicFormat,
  type UblProfileName,
} from '../../contracts/electronic-formats.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Warning } from '../reading/findings.ts';
import { memberOf, type Refusal } from './refusal.ts';

/** Warns that a format, with a profile if it is UBL, cannot express an invoice. */
export function warnOfRefusal(format: ElectronicFormat, profile: UblProfileName, refusal: Refusal): Warning {
  const { rule, message } = refusal;
  const name = nameProfile(format, profile);
  return {
    field: memberOf(refusal),
    code: 'not_expressible',
    aeatCode: null,
    rule,
    message: formatMessage('format_cannot_express', { format: name, rule, reason: message }),
  };
}
