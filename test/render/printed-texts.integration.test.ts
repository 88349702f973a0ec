import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDeceptiveCharacter, normaliseText } from '../../src/contracts/shown-text.ts';
import { showText } from '../../src/domain/fonts/show-text.ts';
import { buildRenderBatchContent } from '../../src/render/render-plan.ts';
import type { PdfRenderer } from '../../src/render/renderer.ts';
import { runsOf } from '../support/long.ts';
import { buildLine, buildPrintable } from './support/build-invoice.ts';
import { fillEveryField, TEXT_FIELDS } from './support/fill-every-field.ts';
import { openSharedRenderer } from './support/open-test-renderer.ts';
import { getContent } from './support/read-pdf.ts';
import { readStructure, readTaggedText } from './support/read-structure.ts';

/*
 * The test proves three properties of every printed field, for any text that the API accepts.
 * docs/api.md describes how a text changes before it is printed ("What the PDF can show"). Blanks
 * are not compared, because a line can end at any blank.
 *
 * 1. In the page that Chromium prints, the text of the field is the stored text, character by
 *    character, in logical order.
 * 2. In the PDF, a field without right-to-left characters reads as the stored text, letter by
 *    letter.
 * 3. In the PDF, a field with such characters contains each letter of the stored text, equally
 *    often, and each of its right-to-left words reads in logical order. The words follow each other
 *    as on the page, from the left, because Chromium writes no other order into a PDF.
 *
 * The test reads texts like a PDF reader that supports `ActualText` and `ReversedChars` (ISO
 * 32000-1, 14.9.4 and 14.8.2.3.3). Invisible characters (direction marks, joiners, break
 * opportunities) are not compared in the PDF, because they have no glyph. Signs that enclose the
 * following digits (Prepended_Concatenation_Mark, UAX 44) are not compared either: they are
 * printed, but Chromium writes no text for them unless a digit follows.
 */

const wrap = (name: string, text: string) => `${name}: ${text} :${name}`;

const LATIN = 'aZñçŁğ€ ¿1,2.(%';
const MARKED = ['e\u0323\u0301', 'g\u0303', 'q\u0301\u0323'];
const UNITS = {
  latin: [...Array.from(LATIN), ...MARKED],
  others: ['Ω', 'ж', 'ї', 'ẵ', '設', '備', '株', 'ひ', 'カ', '한', '글', '≤', '→', '★', '①'],
  thai: ['ที่', 'น้ำ', 'ก', 'เ', '๑'],
  devanagari: ['क्ष', 'त्रि', 'ज़ें', 'श', '१', '।'],
  emoji: ['😀', '👩\u200d👩\u200d👧\u200d👦', '🇪🇸', '👍🏽', '1\ufe0f\u20e3', '❤\ufe0f'],
  hebrew: ['ש', 'לָ', 'בְּ', 'ם', '״'],
  arabic: ['خ', 'د', 'مُ', 'حَّ', 'لا', 'ة', 'پ', '٣', '۵', '،'],
  ligatures: ['\ufbea', '\ufc00', '\ufdf2', '\ufefb', 'خ'],
  unprintable: ['\u0b95', 'x\u0338', '\u{16800}', 'a\u05b8', '\u2003', '\u00ad'],
} as const;

const word = fc
  .constantFrom(...(Object.keys(UNITS) as (keyof typeof UNITS)[]))
  .chain((script) => fc.array(fc.constantFrom(...UNITS[script]), { minLength: 1, maxLength: 6 }))
  .map((units) => units.join(''));
const isolated = fc
  .tuple(fc.constantFrom('\u2066', '\u2067', '\u2068'), word)
  .map(([sign, text]) => `${sign}${text}\u2069`);
const anything = fc.string({ unit: 'binary', minLength: 1, maxLength: 3 });
const text = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: word },
      { weight: 1, arbitrary: isolated },
      { weight: 1, arbitrary: anything },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((words) => normaliseText(words.join(' ').replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, '')).trim())
  .filter((each) => each.isWellFormed() && each !== '' && findDeceptiveCharacter(each) === null);
const invoices = fc
  .tuple(...TEXT_FIELDS.map(() => text))
  .map((texts) => new Map(TEXT_FIELDS.map((name, index) => [name, texts[index]!])));

/** Matches characters that make a part of a line run from right to left. */
const FROM_RIGHT = /[\p{sc=Hebrew}\p{sc=Arabic}\u061c\u200f\u2067]/u;
const WORDS_FROM_RIGHT = /(?:\p{sc=Hebrew}\p{M}*)+|(?:(?!\p{N}|\p{P}|\p{S})\p{sc=Arabic}\p{M}*)+/gu;
const NOTHING_SHOWN =
  /[\s\p{Default_Ignorable_Code_Point}\u200b\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/gu;

/** Normalizes a text for the comparison with the text of a PDF. */
const simplify = (each: string) =>
  each.replaceAll(NOTHING_SHOWN, '').normalize('NFKC').replaceAll(NOTHING_SHOWN, '');
/**
 * Returns the compared properties of a field: its text or, if a part of it runs from right to left,
 * all its letters and the words that are not found.
 */
function describeField(found: string, stored: string) {
  const shown = showText(stored);
  if (!FROM_RIGHT.test(shown)) return { found };
  const words = Array.from(shown.matchAll(WORDS_FROM_RIGHT), ([each]) => simplify(each)).filter(Boolean);
  return {
    letters: Array.from(found).toSorted().join(''),
    lost: words.filter((each) => !found.includes(each)),
  };
}

/** Returns the text of a markup as a browser reads it. */
function readMarkup(markup: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return markup.replaceAll(/<[^>]*>/g, '').replaceAll(/&(#?\w+);/g, (_, name: string) => entities[name]!);
}

/** Returns the text between the two names of a field. */
function cutField(all: string, name: string): string {
  const [start, end] = [all.indexOf(`${name}:`), all.indexOf(`:${name}`)];
  expect({ name, start: start >= 0, end: end >= start }).toEqual({ name, start: true, end: true });
  return all.slice(start + name.length + 1, end);
}

let renderer: PdfRenderer;
beforeAll(async () => {
  renderer = await openSharedRenderer();
});
afterAll(() => renderer[Symbol.asyncDispose]());

/** Expects the three properties of every field of a printed invoice. */
async function expectPrinted(texts: ReadonlyMap<string, string>): Promise<void> {
  const invoice = fillEveryField((name) => wrap(name, texts.get(name)!));
  const renderBatch = { placed: [{ place: 0, invoice, weight: 0 }], paging: 'single' } as const;
  const page = readMarkup(buildRenderBatchContent(renderBatch).body);
  for (const [name, stored] of texts) expect(page).toContain(wrap(name, showText(stored)));

  const [result] = await renderer.render([invoice]);
  const all = (await readStructure(getContent(result))).map(({ tree }) => readTaggedText(tree)).join('');
  for (const [name, stored] of texts) {
    const found = simplify(cutField(all, name));
    expect({ name, ...describeField(found, stored) }).toEqual({
      name,
      ...describeField(simplify(showText(stored)), stored),
    });
  }
}

it('every printed field contains the stored text in logical order, for any text that the API accepts', async () => {
  await fc.assert(fc.asyncProperty(invoices, expectPrinted), { numRuns: runsOf(40) });
}, 120_000);

/**
 * The Arabic presentation forms (Unicode blocks FB50–FDFF and FE70–FEFF) that stand for several
 * letters.
 */
const LIGATURES = [
  [0xfb50, 0xfdff],
  [0xfe70, 0xfeff],
]
  .flatMap(([first, last]) => Array.from({ length: last! - first! + 1 }, (_, index) => first! + index))
  .map((code) => String.fromCodePoint(code))
  .filter((form) => /\p{Assigned}/u.test(form) && Array.from(simplify(form)).length > 1);

it('every Arabic presentation form that stands for several letters reads as these letters in logical order', async () => {
  expect(LIGATURES.length).toBeGreaterThan(450);
  expect(LIGATURES).toContain('\ufbea');
  const nameOf = (form: string): string => `U${form.codePointAt(0)!.toString(16)}`;
  const lines = LIGATURES.map((form) => buildLine({ concept: wrap(nameOf(form), form) }));
  const [result] = await renderer.render([buildPrintable({ lines })]);
  const all = (await readStructure(getContent(result))).map(({ tree }) => readTaggedText(tree)).join('');
  for (const form of LIGATURES) {
    const found = simplify(cutField(all, nameOf(form)));
    expect([nameOf(form), found]).toEqual([nameOf(form), simplify(showText(form))]);
  }
}, 120_000);
