import type { InvoiceDocument } from '../contracts/invoice-document.ts';
import { leavesMainFont } from '../domain/fonts/show-text.ts';
import { countLineBreaks } from './template/line-breaks.ts';

/*
 * How long a render batch will take, told from the text alone. The unit is what a byte of a document in Latin letters takes.
 *
 * Chromium sets a text in runs of one script, or of emoji. A run with a letter that the main font lacks is set anew in one font of the page after the
 * other until one has it, and is a text of its own in the PDF: each costs a tenth of a millisecond on an idle machine and several times that on a busy one,
 * however short it is and wherever its line breaks. A box, which stands for what no font has, is such a run, too.
 */

/** An idle machine prints about so much in a second. */
export const WEIGHT_PER_SECOND = 200 * 1024;
const WEIGHT_PER_RUN = 96;
/** A line of text of its own, however short. */
const WEIGHT_PER_LINE_BREAK = 24;

const LETTER = /[\p{L}\p{M}]/u;
const DIGIT = /\p{Nd}/u;
/** With the marks that make an emoji of a digit or a sign. */
const EMOJI_CHARACTERS = /[\p{Extended_Pictographic}\p{RI}\p{Emoji_Modifier}\u20d0-\u20ff\ufe00-\ufe0f]/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ZERO_WIDTH_JOINER = 0x200d;

/* A number for each script; the others follow. */
const COMMON = 1;
const OWN_DIGIT = 2;
const OWN = 3;
const EMOJI = 4;
const OTHERS = 5;
/** And after it. */
const FROM_RIGHT = 0x4000;
/** First and last code point of what is set together though it has more than 128 characters; most scripts have no more. */
const LARGE_SCRIPTS = [
  [0x600, 0x6ff],
  [0x1100, 0x11ff],
  [0x2e80, 0x2fff],
  [0x3040, 0x31ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7ff],
  [0x20000, 0x3ffff],
] as const;

/** Weighs the render batch of a document; never less than its bytes. */
export function weighRender(document: InvoiceDocument): number {
  const text = JSON.stringify(document);
  const runs = countForeignRuns(text) * WEIGHT_PER_RUN;
  return Buffer.byteLength(text) + runs + countLineBreaks(document) * WEIGHT_PER_LINE_BREAK;
}

/** Blanks and signs go with the script before them; after emoji they do not, nor digits after what is written from right to left. */
function countForeignRuns(text: string): number {
  if (!leavesMainFont(text)) return 0;
  let runs = 0;
  let current = OWN;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.codePointAt(index)!;
    if (code > 0xffff) index += 1;
    if (code === ZERO_WIDTH_JOINER) continue;
    const script = recallScript(code);
    if (script === current || (script === COMMON && current !== EMOJI)) continue;
    if (script === OWN_DIGIT && current < FROM_RIGHT && current !== EMOJI) continue;
    current = script < EMOJI ? OWN : script;
    if (current !== OWN) runs += 1;
  }
  return runs;
}

/** By code point; 0 where nobody asked yet. */
const scripts = new Int16Array(0x11_0000);

function recallScript(code: number): number {
  return scripts[code]! || (scripts[code] = findScript(code));
}

function findScript(code: number): number {
  const character = String.fromCodePoint(code);
  if (!leavesMainFont(character)) {
    if (DIGIT.test(character)) return OWN_DIGIT;
    return LETTER.test(character) ? OWN : COMMON;
  }
  if (isPunctuation(code)) return COMMON;
  if (EMOJI_CHARACTERS.test(character)) return EMOJI;
  const start = LARGE_SCRIPTS.find(([first, last]) => code >= first && code <= last)?.[0] ?? code;
  return (RIGHT_TO_LEFT.test(character) ? FROM_RIGHT : OTHERS) + (start >> 7);
}

/** Of Chinese, Japanese and Korean. */
function isPunctuation(code: number): boolean {
  return (code >= 0x3000 && code <= 0x303f) || (code >= 0xff00 && code <= 0xff20);
}
