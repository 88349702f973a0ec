import { findDeceptiveCharacter, FORBIDDEN_CHARACTER, normaliseText } from '../../contracts/shown-text.ts';
import type { ReportOn } from './findings.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/**
 * Matches a text that needs no normalisation: Latin letters and symbols without control characters
 * and without leading or trailing blanks.
 */
const PLAIN = /^[!-~¡-ɏ](?:[ -~¡-ɏ]*[!-~¡-ɏ])?$/;

/** The limits of a text, as the table of its object states them. */
type TextLimits = { readonly maxLength: number; readonly multiline?: true };

/**
 * Reads a text of an object by its limits in the table of the object.
 * @returns null if it is absent, blank or refused, as `readText` does.
 */
export function readMember<Member extends string>(
  members: Readonly<Record<Member, TextLimits>>,
  input: { readonly [Name in Member]?: string | null | undefined },
  member: Member,
  report: ReportOn<Member>,
): string | null {
  return readText(input[member], member, members[member], report);
}

/**
 * Reads a text: well-formed Unicode without control characters and deceptive characters
 * (`findDeceptiveCharacter`). Normalises it to NFC and removes leading and trailing blanks. Line
 * breaks are refused unless it may have them; CRLF becomes LF.
 * @param limits its maximum length in code points after normalisation, and whether it can contain
 *   line breaks.
 * @returns null if it is absent, blank or refused.
 */
export function readText<Member extends string>(
  value: string | null | undefined,
  member: Member,
  { maxLength, multiline }: TextLimits,
  report: ReportOn<Member>,
): string | null {
  if (isBlank(value)) return null;
  const text = PLAIN.test(value) ? value : normalise(value, member, report, multiline === true);
  if (text === null || !isLonger(text, maxLength)) return text;
  report(member, 'too_long', formatMessage('longer', { most: maxLength }));
  return null;
}

/** Converts the line breaks of a text to LF. */
export function normaliseLineBreaks(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}

/**
 * The visible characters of ASCII are between these two. Nearly every text begins with one of them.
 */
const SPACE = 0x20;
const DELETE = 0x7f;

/**
 * Matches a text without visible characters: only white space, joiners, fillers or empty Braille
 * cells.
 */
const NOTHING_SHOWN = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Returns whether a text is absent, empty or without visible characters. All rules treat these
 * alike.
 */
export function isBlank(value: string | null | undefined): value is null | undefined | '' {
  if (value === null || value === undefined) return true;
  const first = value.charCodeAt(0);
  return !(first > SPACE && first < DELETE) && NOTHING_SHOWN.test(value);
}

/** Returns the first `max` code points of a text. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (let count = 0; count < max && end < text.length; count += 1)
    end += text.codePointAt(end)! > 0xff_ff ? 2 : 1;
  return text.slice(0, end).trimEnd();
}

function normalise<Member extends string>(
  value: string,
  member: Member,
  report: ReportOn<Member>,
  mayBreak: boolean,
): string | null {
  if (!value.isWellFormed()) {
    report(member, 'forbidden_characters', formatMessage('malformed_unicode'));
    return null;
  }
  const text = mayBreak ? normaliseLineBreaks(value) : value;
  if (FORBIDDEN_CHARACTER.test(mayBreak ? text.replaceAll('\n', '') : text)) {
    report(
      member,
      'forbidden_characters',
      formatMessage(mayBreak ? 'control_characters' : 'control_characters_or_breaks'),
    );
    return null;
  }
  const normal = normaliseText(text);
  const deceptive = findDeceptiveCharacter(normal);
  if (deceptive === null) return normal.trim();
  report(member, 'forbidden_characters', formatMessage('deceptive_character', { character: deceptive }));
  return null;
}

function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false;
  if (text.length > 2 * max) return true;
  let count = 0;
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xff_ff ? 2 : 1) count += 1;
  return count > max;
}

/**
 * Reads a code of a closed list; it must match exactly.
 * @returns null if it is absent or blank; undefined if it is not in the list.
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
  if (code === undefined)
    report(member, 'unknown_value', formatMessage('not_one_of', { values: codes.join(', ') }), aeatCode);
  return code;
}
