import { findDeceptiveCharacter, normaliseText } from '../../contracts/shown-text.ts';
import type { ReportOn } from './findings.ts';

/** Latin letters and signs without control characters and outer blanks: nothing to normalise. */
const PLAIN = /^[!-~¡-ɏ](?:[ -~¡-ɏ]*[!-~¡-ɏ])?$/;
/** Control characters, line breaks among them, and the two code points that XML 1.0 cannot carry. */
const FORBIDDEN = /[\p{Cc}\uFFFE\uFFFF]/u;

/**
 * Reads a free text: well-formed Unicode without control characters and without what makes it show something else than it says
 * (`findDeceptiveCharacter`), normalised to NFC, without outer blanks.
 * @param max most characters (code points), counted after normalising.
 * @returns null when it is absent, blank or refused.
 */
export function readText<Member extends string>(
  value: string | null | undefined,
  member: Member,
  max: number,
  report: ReportOn<Member>,
): string | null {
  return readAnyText(value, member, max, report, false);
}

/** As `readText`, but a text that is only printed: it may have line breaks (LF, which CRLF becomes). */
export function readPrintedText<Member extends string>(
  value: string | null | undefined,
  member: Member,
  max: number,
  report: ReportOn<Member>,
): string | null {
  return readAnyText(value, member, max, report, true);
}

/** What normalising makes of line breaks: the only part of it that a reader might see. */
export function normaliseLineBreaks(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}

function readAnyText<Member extends string>(
  value: string | null | undefined,
  member: Member,
  max: number,
  report: ReportOn<Member>,
  mayBreak: boolean,
): string | null {
  if (isBlank(value)) return null;
  const text = PLAIN.test(value) ? value : normalise(value, member, report, mayBreak);
  if (text === null || !isLonger(text, max)) return text;
  report(member, 'too_long', `can't be longer than ${max} characters`);
  return null;
}

/** Between them are ASCII's visible characters, with which nearly every text begins. */
const SPACE = 0x20;
const DELETE = 0x7f;

/** White space, and what shows nothing: joiners, fillers, an empty Braille cell. */
const NOTHING_SHOWN = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Absent, empty or nothing that a reader sees: the same to every rule. */
export function isBlank(value: string | null | undefined): value is null | undefined | '' {
  if (value === null || value === undefined) return true;
  const first = value.charCodeAt(0);
  return !(first > SPACE && first < DELETE) && NOTHING_SHOWN.test(value);
}

/** The first `max` characters (code points): never half a surrogate pair. */
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
    report(member, 'forbidden_characters', 'must be well-formed Unicode');
    return null;
  }
  const text = mayBreak ? normaliseLineBreaks(value) : value;
  if (FORBIDDEN.test(mayBreak ? text.replaceAll('\n', '') : text)) {
    report(
      member,
      'forbidden_characters',
      `can't contain control characters ${mayBreak ? 'other than' : 'or'} line breaks`,
    );
    return null;
  }
  const normal = normaliseText(text);
  const deceptive = findDeceptiveCharacter(normal);
  if (deceptive === null) return normal.trim();
  report(member, 'forbidden_characters', `can't contain ${deceptive}`);
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
