import type { ReportOn } from './findings.ts';
import { isBlank } from './read-text.ts';

/**
 * Reads one of a closed list of codes, exactly as it is written there.
 * @returns null when it is absent or blank; undefined when it is not in the list.
 */
export function readCode<Code extends string, Member extends string>(
  value: string | null | undefined,
  codes: readonly Code[],
  member: Member,
  report: ReportOn<Member>,
  aeatCode?: number,
): Code | null | undefined {
  if (isBlank(value)) return null;
  const code = codes.find((each) => each === value);
  if (code === undefined) report(member, 'unknown_value', `must be one of ${codes.join(', ')}`, aeatCode);
  return code;
}
