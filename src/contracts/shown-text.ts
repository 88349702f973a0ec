import { formatMessage } from './messages/format-message.ts';
import type { Text } from './messages/texts.ts';

/*
 * Characters that make a text look different from what is stored. Characters that override or embed
 * a direction (UAX 9) change the order in which a text is read. Too many combining marks on one
 * base overlap the lines above and below.
 */

/**
 * Matches control characters, including line breaks, and the two code points that XML 1.0 does not
 * allow.
 */
export const FORBIDDEN_CHARACTER = /[\p{Cc}\uFFFE\uFFFF]/u;

/**
 * Matches a run of marks that is too long to normalise: sorting the marks of one base takes
 * quadratic time. Up to 32 marks the time is negligible.
 */
const PILED = /\p{M}{33}/u;

const MARK = /\p{M}/u;
/** Matches a ninth mark on one base. Written languages need at most four. */
const NINTH_MARK = /\p{M}{8}(\p{M})/u;
/** Matches invisible characters. A mark after such a character combines with the base before it. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/gu;
const NAMES: ReadonlyMap<string, string> = new Map([
  ['\u202A', 'LEFT-TO-RIGHT EMBEDDING'],
  ['\u202B', 'RIGHT-TO-LEFT EMBEDDING'],
  ['\u202C', 'POP DIRECTIONAL FORMATTING'],
  ['\u202D', 'LEFT-TO-RIGHT OVERRIDE'],
  ['\u202E', 'RIGHT-TO-LEFT OVERRIDE'],
  ['\u2066', 'LEFT-TO-RIGHT ISOLATE'],
  ['\u2067', 'RIGHT-TO-LEFT ISOLATE'],
  ['\u2068', 'FIRST STRONG ISOLATE'],
  ['\u2069', 'POP DIRECTIONAL ISOLATE'],
]);
const WRITTEN_OUT = /[\p{M}\u202A-\u202E\u2066-\u2069]/gu;
const END_OF_ISOLATE = '\u2069';
/** Matches the end of a paragraph, which also ends isolates (UAX 9, X8). */
const PARAGRAPHS = /[\n\u2029]/u;

/**
 * Normalises a text to NFC. A text with a run of more than 32 marks is returned unchanged;
 * `findDeceptiveCharacter` refuses it.
 */
export function normaliseText(text: string): string {
  return PILED.test(text) ? text : text.normalize('NFC');
}

/**
 * Finds a character that makes a text look different from what is stored: an embedding or an
 * override of the direction (U+202A to U+202E), an isolate (U+2066 to U+2069) that is not balanced
 * within its paragraph, or a ninth combining mark on one base.
 * @param text normalised by `normaliseText`.
 * @returns a description that follows "can't contain"; null if there is no such character.
 */
export function findDeceptiveCharacter(text: string): Text | null {
  return findDirection(text) ?? findNinthMark(text);
}

/**
 * Makes a deceptive text safe to show, for example in a message that refuses it: escapes its marks
 * and direction characters, as in `\\u{202e}`.
 */
export function writeOutDeceptive(text: string): string {
  if (findDeceptiveCharacter(text) === null) return text;
  return text.replaceAll(WRITTEN_OUT, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

function findNinthMark(text: string): Text | null {
  if (!MARK.test(text)) return null;
  const shown = text.replaceAll(IGNORABLE, (character) => (MARK.test(character) ? character : ''));
  const mark = NINTH_MARK.exec(shown)?.[1];
  return mark === undefined ? null : formatMessage('many_marks', { mark: nameCodePoint(mark) });
}

function findDirection(text: string): Text | null {
  if (text.search(DIRECTIONS) === -1) return null;
  for (const paragraph of text.split(PARAGRAPHS)) {
    const open: string[] = [];
    for (const [sign] of paragraph.matchAll(DIRECTIONS)) {
      if (sign < '\u2066') return formatMessage('changes_direction', { character: nameDirection(sign) });
      if (sign !== END_OF_ISOLATE) open.push(sign);
      else if (open.pop() === undefined)
        return formatMessage('without_isolate', { character: nameDirection(sign) });
    }
    const [first] = open;
    if (first !== undefined)
      return formatMessage('without_end', {
        character: nameDirection(first),
        end: nameCodePoint(END_OF_ISOLATE),
      });
  }
  return null;
}

function nameDirection(sign: string): string {
  return `${nameCodePoint(sign)} ${NAMES.get(sign)}`;
}

/**
 * Removes embeddings, overrides and isolates from a text if they are not paired as
 * `findDeceptiveCharacter` requires. Other texts are returned unchanged. This is a second line of
 * defence: such texts are refused before they are stored, but a stored document of any release can
 * be rendered again, and one such character would reverse the texts that follow it on the page.
 */
export function dropDeceptiveDirections(text: string): string {
  return findDirection(text) === null ? text : text.replaceAll(DIRECTIONS, '');
}

/**
 * Removes all embeddings, overrides and isolates from a text, so that it can be truncated anywhere.
 */
export function dropDirections(text: string): string {
  return text.replaceAll(DIRECTIONS, '');
}

/** Formats a character in Unicode notation: `U+202E`. */
export function nameCodePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Returns the length of a text in code points, after NFC normalisation and without leading and
 * trailing blanks. All limits count lengths this way.
 */
export function countCharacters(text: string): number {
  const normal = normaliseText(text).trim();
  let count = 0;
  for (let at = 0; at < normal.length; at += normal.codePointAt(at)! > 0xff_ff ? 2 : 1) count += 1;
  return count;
}
