import type { ReportOn } from '../reading/findings.ts';
import { isBlank } from '../reading/read-text.ts';
import { UNIT_CODES } from './unit-codes.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/**
 * Reads the code of a unit (EN 16931 BT-130, rule BR-CL-23). A code that is not in the list is
 * reported.
 * @returns null if it is absent or refused.
 */
export function readUnitCode<Member extends string>(
  value: string | null | undefined,
  member: Member,
  report: ReportOn<Member>,
): string | null {
  if (isBlank(value)) return null;
  if (UNIT_CODES.has(value)) return value;
  report(member, 'invalid', formatMessage('not_a_unit_code'));
  return null;
}
