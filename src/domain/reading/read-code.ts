import type { Report } from './findings.ts';
import { isBlank } from './read-text.ts';

/**
 * Reads one of a closed list of codes, exactly as it is written there.
 * @returns null when it is absent or blank; undefined when it is not in the list.
 */
export function readCode<Code extends string>(
  value: string | null | undefined,
  codes: readonly Code[],
  name: string,
  report: Report,
): Code | null | undefined {
  if (isBlank(value)) return null;
  const code = codes.find((each) => each === value);
  if (code === undefined) report(`${name} must be one of ${codes.join(', ')}`);
  return code;
}
