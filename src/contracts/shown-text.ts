/*
 * What a text may do to the place where it is shown. The characters of UAX 9 that override or embed a direction make a text read otherwise than it
 * is stored; combining marks that are piled up paint over what stands above and below them.
 */

/** Normalising puts the marks of one base in order, in a time that grows with the square of their number: of so many it is of no account. */
const PILED = /\p{M}{33}/u;

const MARK = /\p{M}/u;
/** Written languages need four marks on one base at most. */
const NINTH_MARK = /\p{M}{8}(\p{M})/u;
/** Shown as nothing: marks behind such a character stand on the base before it. */
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
/** Isolates end with their paragraph (UAX 9, X8). */
const PARAGRAPHS = /[\n\u2029]/u;

/** Normalises a text to NFC. One that piles up marks stays as it is: `findDeceptiveCharacter` refuses it. */
export function normaliseText(text: string): string {
  return PILED.test(text) ? text : text.normalize('NFC');
}

/**
 * Finds a character that makes a text show something else than it says: an embedding or an override of the direction (U+202A to U+202E), an isolate
 * (U+2066 to U+2069) that is not balanced within its paragraph, or one combining mark too many on one base.
 * @param text normalised by `normaliseText`.
 * @returns what the text contains, to be read after "can't contain"; null where there is no such character.
 */
export function findDeceptiveCharacter(text: string): string | null {
  return findDirection(text) ?? findNinthMark(text);
}

/** Shows a text that may deceive all the same, as one that was refused does: its marks and what changes its direction are written out, `\\u{202e}`. */
export function writeOutDeceptive(text: string): string {
  if (findDeceptiveCharacter(text) === null) return text;
  return text.replaceAll(WRITTEN_OUT, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

function findNinthMark(text: string): string | null {
  if (!MARK.test(text)) return null;
  const shown = text.replaceAll(IGNORABLE, (character) => (MARK.test(character) ? character : ''));
  const mark = NINTH_MARK.exec(shown)?.[1];
  return mark === undefined
    ? null
    : `more than 8 combining marks on one character: ${nameCodePoint(mark)} is one too many`;
}

function findDirection(text: string): string | null {
  if (text.search(DIRECTIONS) === -1) return null;
  for (const paragraph of text.split(PARAGRAPHS)) {
    const open: string[] = [];
    for (const [sign] of paragraph.matchAll(DIRECTIONS)) {
      if (sign < '\u2066')
        return `${nameCodePoint(sign)} ${NAMES.get(sign)}, which makes it read otherwise than it is stored`;
      if (sign !== END_OF_ISOLATE) open.push(sign);
      else if (open.pop() === undefined)
        return `${nameCodePoint(sign)} ${NAMES.get(sign)} without an isolate that it ends`;
    }
    const [first] = open;
    if (first !== undefined)
      return `${nameCodePoint(first)} ${NAMES.get(first)} without the ${nameCodePoint(END_OF_ISOLATE)} that ends it`;
  }
  return null;
}

/**
 * Removes embeddings, overrides and isolates from a text in which they are not paired as `findDeceptiveCharacter` requires. Other texts are returned as they are.
 * It is a second defence, because such texts are refused before they are stored: a document is printed for as long as it is kept, whichever release accepted it, and one such character
 * would turn around the texts that follow it on the page.
 */
export function dropDeceptiveDirections(text: string): string {
  return findDirection(text) === null ? text : text.replaceAll(DIRECTIONS, '');
}

/** Takes all embeddings, overrides and isolates out of a text, which can then be cut anywhere. */
export function dropDirections(text: string): string {
  return text.replaceAll(DIRECTIONS, '');
}

/** Writes a character as Unicode names it: `U+202E`. */
export function nameCodePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
