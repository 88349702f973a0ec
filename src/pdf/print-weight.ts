import type { InvoiceDocument } from '../contracts/invoice-document.ts';

/*
 * How long a print will take, told from the text alone. The unit is what a byte of a document in Latin letters takes.
 *
 * Chromium sets a text in runs of one script, or of emoji. For a run with a letter that the product's own fonts lack the page's process asks
 * the browser's for a font, and remembers no "there is none": where no installed font has it, each run costs a third of a millisecond on an
 * idle machine and several times that on a busy one, however short it is and wherever its line breaks.
 */

/** An idle machine prints about so much in a second. */
export const WEIGHT_PER_SECOND = 200 * 1024;
const WEIGHT_PER_RUN = 96;

/** Beyond Latin, Greek and Cyrillic. */
const FOREIGN = /[\p{Cn}\u0530-\u1dff\u20d0-\u{10ffff}]/u;
const LETTER = /[\p{L}\p{M}]/u;
const ZERO_WIDTH_JOINER = 0x200d;

/* A number for each script; the others follow. */
const COMMON = 1;
const OWN = 2;
const EMOJI = 3;
const OTHERS = 4;
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

/** Weighs the print of a document; never less than its bytes. */
export function weighPrint(document: InvoiceDocument): number {
  const text = JSON.stringify(document);
  return Buffer.byteLength(text) + countForeignRuns(text) * WEIGHT_PER_RUN;
}

/** Blanks, digits and signs go with the script before them; after emoji they do not. */
function countForeignRuns(text: string): number {
  if (!FOREIGN.test(text)) return 0;
  let runs = 0;
  let current = OWN;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.codePointAt(index)!;
    if (code > 0xffff) index += 1;
    const script = recallScript(code);
    if (script === current || (script === COMMON && current !== EMOJI)) continue;
    if (code === ZERO_WIDTH_JOINER) continue;
    current = script === COMMON ? OWN : script;
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
  if (!FOREIGN.test(character)) return LETTER.test(character) ? OWN : COMMON;
  if (isPunctuation(code)) return COMMON;
  if (isEmoji(code)) return EMOJI;
  const start = LARGE_SCRIPTS.find(([first, last]) => code >= first && code <= last)?.[0] ?? code;
  return OTHERS + (start >> 7);
}

/** Of Chinese, Japanese and Korean. */
function isPunctuation(code: number): boolean {
  return (code >= 0x3000 && code <= 0x303f) || (code >= 0xff00 && code <= 0xff20);
}

/** With the marks that make an emoji of a digit or a sign. */
function isEmoji(code: number): boolean {
  const isMark = (code >= 0x20d0 && code <= 0x20ff) || (code >= 0xfe00 && code <= 0xfe0f);
  return isMark || (code >= 0x1f000 && code <= 0x1faff);
}
