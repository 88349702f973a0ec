import coverage from './coverage.json' with { type: 'json' };

/*
 * What the pages of an invoice can show. They are printed with the product's own fonts and no others (src/render/template/fonts.ts), so that they look the
 * same on every machine. Chromium takes a letter and the marks on it from one font file, called a face here; where no face has all of them it would ask the
 * machine for a font. It never has to ask: what no face has is printed as a box, and one of the faces has that.
 */

/** A font, or one of the files that Inter consists of. */
export type FaceName = keyof typeof coverage;

/**
 * The code points that each face has, as ranges in hexadecimal, in the order in which the pages look for a letter. Generated from the fonts in `node_modules`:
 * `UPDATE_GOLDEN=1 npm run test:unit -- test/domain/fonts/coverage` after a change of their packages.
 */
export const COVERAGE: Readonly<Record<FaceName, string>> = coverage;

/** U+25A1 WHITE SQUARE: stands on the page for what no face has. */
export const BOX = '\u25a1';

/**
 * Marks of one letter that are printed. With these no letter reaches across the line next to its own; fields are clipped apart (src/render/template/stored-text.ts). Vietnamese, Thai and Arabic need two; Devanagari needs three,
 * and Hebrew with points and cantillation four, which stand beside each other.
 */
const MOST_MARKS = 2;
const MORE_MARKS: Partial<Record<FaceName, number>> = { 'Noto Sans Devanagari': 3, 'Noto Sans Hebrew': 4 };

/** What Chromium takes for a part of the letter before it (UAX 29, Extend). */
const MARK = /[\p{M}\p{Emoji_Modifier}\uff9e\uff9f]/u;
/** ZERO WIDTH NON-JOINER and JOINER: parts of a letter, too. */
const JOINER = /[\u200c\u200d]/u;
const WHITE_SPACE = /\s/u;
/** It shows nothing, such as a variation selector. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
/** It shows nothing and turns the direction of what is beside it (UAX 9). */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const FACES = Object.keys(COVERAGE) as FaceName[];
/** Faces of the main font, which every page has: Latin, Greek, Cyrillic and signs. */
const MAIN_FACES = FACES.filter((face) => face.startsWith('Inter '));
/** They come first. */
const MAIN_BITS = 2 ** MAIN_FACES.length - 1;

const MAIN_CODES = MAIN_FACES.flatMap(listRanges).flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index),
);
const OUTSIDE_MAIN_FONT = buildOutside(MAIN_CODES);
/** Whatever is more than letters and signs of the main font. One class: a text of megabytes is looked through in no time. */
const NEEDS_CARE = buildOutside(
  MAIN_CODES.filter((code) => {
    const character = String.fromCodePoint(code);
    return !MARK.test(character) && !IGNORABLE.test(character);
  }),
);

/**
 * Tells whether a text has a character that the main font of the pages has not, whether another one has it or none. Control characters need no font.
 */
export function leavesMainFont(text: string): boolean {
  return OUTSIDE_MAIN_FONT.test(text);
}

/**
 * Writes a text with the characters that the product's fonts have. A character that no face has becomes {@link BOX}, and so does a mark without a letter under it,
 * one that no face has together with that letter, and one too many on it ({@link MOST_MARKS}). A blank that the main font has not becomes a space. What shows
 * nothing is left out, unless it turns a direction or joins letters of a face that has it.
 * @param text normalised to NFC.
 * @param onMissing told of each character that becomes a box, in order.
 */
export function showText(text: string, onMissing: (character: string) => void = () => {}): string {
  if (!NEEDS_CARE.test(text)) return text;
  let shown = '';
  readLetters(text, (letter) => void (shown += letter), onMissing);
  return shown;
}

/**
 * Lists the faces that show what the main font has not.
 * @param text as `showText` gave it.
 * @returns by face, the characters that are shown with it.
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
 * Reads a text letter by letter, each with its marks and joiners, as it is shown.
 * @param take given each letter, and a bit for each face that has all of it: none where it needs no face.
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
    // Nothing stands on a box.
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

/** The one that Chromium takes: it looks in the order of the style sheet. */
function firstFace(bits: number): FaceName {
  return FACES[31 - Math.clz32(bits & -bits)]!;
}

/** By code point, a bit for each face that has it; built when it is first asked for. */
let bitsByCode: Uint16Array | undefined;
/** No face has any of the planes above. */
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

/** Matches what is neither one of some characters nor a control character. */
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
