import coverage from '../../generated/font-coverage.json' with { type: 'json' };

/*
 * The characters that the pages of an invoice can show. Pages use only the product's own fonts
 * (src/render/template/fonts.ts), so they look the same on every machine. Chromium takes a letter
 * and its marks from one font file, called a face here. If no face has all of them, Chromium would
 * use a system font. To avoid this, a character that no face has is replaced by a box, which one of
 * the faces has.
 */

/** Name of a font, or of one of the files that Inter consists of. */
export type FaceName = keyof typeof coverage;

/**
 * The code points of each face as hexadecimal ranges. The faces are in the order in which the pages
 * search them. Generated from the fonts in `node_modules`; run
 * `UPDATE_GOLDEN=1 npm run test:unit -- test/domain/fonts/coverage` after a change of their
 * packages.
 */
export const COVERAGE: Readonly<Record<FaceName, string>> = coverage;

/** U+25A1 WHITE SQUARE: replaces characters that no face has. */
export const BOX = '\u25a1';

/**
 * Maximum number of marks on one letter. With it, no letter extends beyond the adjacent line;
 * fields are also clipped (src/render/template/stored-text.ts). Vietnamese, Thai and Arabic need
 * two marks. Devanagari needs three, and Hebrew with points and cantillation four; these marks are
 * beside each other.
 */
const MOST_MARKS = 2;
const MORE_MARKS: Partial<Record<FaceName, number>> = { 'Noto Sans Devanagari': 3, 'Noto Sans Hebrew': 4 };

/** Matches characters that Chromium treats as part of the previous letter (UAX 29, Extend). */
const MARK = /[\p{M}\p{Emoji_Modifier}\uff9e\uff9f]/u;
/**
 * Matches ZERO WIDTH NON-JOINER and ZERO WIDTH JOINER, which are also part of the previous letter.
 */
const JOINER = /[\u200c\u200d]/u;
const WHITE_SPACE = /\s/u;
/** Matches invisible characters, such as variation selectors. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
/** Matches invisible characters that change the direction of the text beside them (UAX 9). */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const FACES = Object.keys(COVERAGE) as FaceName[];
/** The faces of the main font, which every page has: Latin, Greek, Cyrillic and symbols. */
const MAIN_FACES = FACES.filter((face) => face.startsWith('Inter '));
/** The bits of the main faces, which come first. */
const MAIN_BITS = 2 ** MAIN_FACES.length - 1;

const MAIN_CODES = MAIN_FACES.flatMap(listRanges).flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index),
);
const OUTSIDE_MAIN_FONT = buildOutside(MAIN_CODES);
/**
 * Matches every character that is not a plain letter or symbol of the main font. A single character
 * class tests megabytes of text quickly.
 */
const NEEDS_CARE = buildOutside(
  MAIN_CODES.filter((code) => {
    const character = String.fromCodePoint(code);
    return !MARK.test(character) && !IGNORABLE.test(character);
  }),
);

/**
 * Returns whether a text has a character that the main font of the pages lacks. Control characters
 * need no font.
 */
export function leavesMainFont(text: string): boolean {
  return OUTSIDE_MAIN_FONT.test(text);
}

/**
 * Restricts a text to the characters that the product's fonts have. {@link BOX} replaces a
 * character that no face has, a mark without a letter, a mark that no face has together with its
 * letter, and a mark beyond the limit for one letter ({@link MOST_MARKS}). A space replaces a blank
 * that the main font lacks. Invisible characters are removed, unless they change a direction or
 * join letters of a face that has them.
 * @param text normalised to NFC.
 * @param onMissing called with each character that becomes a box, in order.
 */
export function showText(text: string, onMissing: (character: string) => void = () => {}): string {
  if (!NEEDS_CARE.test(text)) return text;
  let shown = '';
  readLetters(text, (letter) => void (shown += letter), onMissing);
  return shown;
}

/**
 * Lists the faces needed for the characters that the main font lacks.
 * @param text returned by `showText`.
 * @returns for each face, the characters shown with it.
 */
export function listFaces(text: string): Map<FaceName, Set<number>> {
  const faces = new Map<FaceName, Set<number>>();
  if (!NEEDS_CARE.test(text)) return faces;
  readLetters(text, (letter, bits) => {
    if (bits === 0 || (bits & MAIN_BITS) !== 0) return;
    const face = firstFace(bits);
    const characters = faces.get(face) ?? new Set();
    for (const character of letter) characters.add(character.codePointAt(0)!);
    faces.set(face, characters);
  });
  return faces;
}

/**
 * Reads a text letter by letter, each with its marks and joiners, in the form in which it is shown.
 * @param take called with each letter and a bit for each face that has all of it; no bits if the
 *   letter needs no face.
 */
function readLetters(
  text: string,
  take: (letter: string, bits: number) => void,
  onMissing: (character: string) => void = () => {},
): void {
  let letter = '';
  let bits = 0;
  let marks = 0;
  const begin = (character: string, faces: number): void => {
    if (letter !== '') take(letter, bits);
    [letter, bits, marks] = [character, faces, 0];
  };
  const beginBox = (character: string): void => {
    onMissing(character);
    begin(BOX, bitsOf(BOX));
    // A box takes no marks.
    marks = Infinity;
  };
  for (const character of text) {
    const own = bitsOf(character);
    if (JOINER.test(character)) {
      if ((bits & own) === 0) continue;
      letter += character;
      bits &= own;
    } else if (DIRECTION.test(character)) {
      begin(character, 0);
    } else if (WHITE_SPACE.test(character)) {
      begin((own & MAIN_BITS) === 0 && character > ' ' ? ' ' : character, 0);
    } else if (IGNORABLE.test(character) && (own & MAIN_BITS) === 0) {
      continue;
    } else if (!MARK.test(character)) {
      if (own === 0) beginBox(character);
      else begin(character, own);
    } else if ((bits & own) === 0 || marks >= mostMarks(bits & own)) {
      beginBox(character);
    } else {
      letter += character;
      bits &= own;
      marks += 1;
    }
  }
  begin('', 0);
}

function mostMarks(bits: number): number {
  return (bits & MAIN_BITS) === 0 ? (MORE_MARKS[firstFace(bits)] ?? MOST_MARKS) : MOST_MARKS;
}

/** Returns the face that Chromium uses: the first one in the order of the style sheet. */
function firstFace(bits: number): FaceName {
  return FACES[31 - Math.clz32(bits & -bits)]!;
}

/** By code point, a bit for each face that has it. Built on first use. */
let bitsByCode: Uint16Array | undefined;
/** Number of indexed code points; no face has a character of a higher plane. */
const CODES = 0x3_0000;

function bitsOf(character: string): number {
  bitsByCode ??= buildBits();
  return bitsByCode[character.codePointAt(0)!] ?? 0;
}

function buildBits(): Uint16Array {
  const bits = new Uint16Array(CODES);
  for (const [index, face] of FACES.entries()) {
    for (const [first, last] of listRanges(face))
      for (let code = first; code <= last; code += 1) bits[code]! |= 2 ** index;
  }
  return bits;
}

/** Builds an expression that matches any character except the given ones and control characters. */
function buildOutside(codes: readonly number[]): RegExp {
  const characters = codes.map((code) => String.raw`\u{${code.toString(16)}}`);
  return new RegExp(String.raw`[^\0-\x1f${characters.join('')}]`, 'u');
}

function listRanges(face: FaceName): [first: number, last: number][] {
  return COVERAGE[face].split(' ').map((range) => {
    const [first, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
    return [first!, last!];
  });
}
