import type { InvoiceDocument } from '../contracts/invoice-document.ts';
import { leavesMainFont } from '../domain/fonts/show-text.ts';
import { countLineBreaks } from './template/line-breaks.ts';

/*
 * Estimates the duration of a render batch from its text. The unit is the time for one byte of a
 * document in Latin script. Chromium lays out a text in runs of one script, or of emoji. For a run
 * with a character that the main font lacks, it tries one font of the page after another, and the
 * run becomes a separate text in the PDF. Each such run costs 0.1 ms on an idle machine and several
 * times that on a busy one, regardless of its length and its line breaks. A replacement box for a
 * character without a glyph is such a run, too.
 */

/** Weight that an idle machine renders per second. */
export const WEIGHT_PER_SECOND = 200 * 1024;
const WEIGHT_PER_RUN = 96;
/** The weight of a separate line of text, however short. */
const WEIGHT_PER_LINE_BREAK = 24;

const LETTER = /[\p{L}\p{M}]/u;
const DIGIT = /\p{Nd}/u;
/** Emoji, including the marks that turn a digit or a sign into an emoji. */
const EMOJI_CHARACTERS = /[\p{Extended_Pictographic}\p{RI}\p{Emoji_Modifier}\u20d0-\u20ff\ufe00-\ufe0f]/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ZERO_WIDTH_JOINER = 0x200d;

/* Each script has a number. These are the first ones. */
const COMMON = 1;
const OWN_DIGIT = 2;
const OWN = 3;
const EMOJI = 4;
const OTHERS = 5;
/** Flag of characters in right-to-left scripts and of the digits after them. */
const FROM_RIGHT = 0x4000;
/**
 * First and last code point of scripts with more than 128 characters that form one run. Most
 * scripts have no more than 128.
 */
const LARGE_SCRIPTS = [
  [0x600, 0x6ff],
  [0x1100, 0x11ff],
  [0x2e80, 0x2fff],
  [0x3040, 0x31ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7ff],
  [0x20000, 0x3ffff],
] as const;

/** Returns the weight of rendering a document, which is at least its size in bytes. */
export function weighRender(document: InvoiceDocument): number {
  const text = JSON.stringify(document);
  const runs = countForeignRuns(text) * WEIGHT_PER_RUN;
  return Buffer.byteLength(text) + runs + countLineBreaks(document) * WEIGHT_PER_LINE_BREAK;
}

/**
 * Counts the runs in scripts other than that of the main font. Spaces and punctuation belong to the
 * script before them, except after emoji. Digits after right-to-left text form a separate run.
 */
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

/** The script of each code point; 0 when it has not been determined yet. */
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

/** Returns whether the character is punctuation of Chinese, Japanese or Korean. */
function isPunctuation(code: number): boolean {
  return (code >= 0x3000 && code <= 0x303f) || (code >= 0xff00 && code <= 0xff20);
}
