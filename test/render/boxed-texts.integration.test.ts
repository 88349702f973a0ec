import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import type { PrintableInvoice } from '../../src/contracts/printable-invoice.ts';
import { findDeceptiveCharacter, normaliseText } from '../../src/contracts/shown-text.ts';
import type { PdfRenderer } from '../../src/render/renderer.ts';
import { buildDocument, buildLine, buildPrintable, buildProfile } from './support/build-invoice.ts';
import { LONG } from '../support/long.ts';
import { openSharedRenderer } from './support/open-test-renderer.ts';
import { getContent, readPdf, squash } from './support/read-pdf.ts';

let renderer: PdfRenderer;
beforeAll(async () => {
  renderer = await openSharedRenderer();
});
afterAll(() => renderer[Symbol.asyncDispose]());

const { recipient } = buildDocument();

/** Builds an invoice with the same text in all of its text fields. */
function fill(text: string): PrintableInvoice {
  return buildPrintable(
    {
      recipient: { ...recipient!, name: text, address: text, postalCode: text, city: text },
      description: text,
      lines: [buildLine({ concept: text, notes: text })],
      paymentMethod: 'bank_transfer',
      paymentMethodInfo: text,
      footerNote: text,
    },
    {
      issuerProfile: buildProfile({
        address: text,
        postalCode: text,
        city: text,
        province: text,
        registryNote: text,
        iban: text,
        bic: text,
      }),
    },
  );
}

type Box = { readonly left: number; readonly bottom: number; readonly right: number; readonly top: number };

/** Reads the texts that the first page paints, each with its clip in points. */
async function readClips(pdf: Buffer): Promise<{ readonly text: string; readonly clip: Box }[]> {
  const { OPS } = await getResolvedPDFJS();
  const document = await getDocumentProxy(Uint8Array.from(pdf));
  const page = await document.getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  const whole: Box = { left: -1e9, bottom: -1e9, right: 1e9, top: 1e9 };
  type State = { readonly matrix: readonly number[]; readonly clip: Box };
  let state: State = { matrix: [1, 0, 0, 1, 0, 0], clip: whole };
  const saved: State[] = [];
  let path: Box = whole;
  const found: { text: string; clip: Box }[] = [];
  fnArray.forEach((operator, index) => {
    const values = argsArray[index] as unknown[];
    const { matrix, clip } = state;
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
    if (operator === OPS.save) saved.push(state);
    if (operator === OPS.restore) state = saved.pop() ?? state;
    if (operator === OPS.transform) {
      const [ta = 1, tb = 0, tc = 0, td = 1, te = 0, tf = 0] = values as number[];
      state = {
        clip,
        matrix: [
          a * ta + c * tb,
          b * ta + d * tb,
          a * tc + c * td,
          b * tc + d * td,
          a * te + c * tf + e,
          b * te + d * tf + f,
        ],
      };
    }
    if (operator === OPS.constructPath) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = Array.from((values[2] ?? []) as ArrayLike<number>);
      const xs = [a * x0 + e, a * x1 + e];
      const ys = [d * y0 + f, d * y1 + f];
      path = { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
      // Clipping paths end with `endPath`, which pdf.js reports together with the path.
      if (values[0] === OPS.endPath)
        state = {
          matrix,
          clip: {
            left: Math.max(clip.left, path.left),
            right: Math.min(clip.right, path.right),
            bottom: Math.max(clip.bottom, path.bottom),
            top: Math.min(clip.top, path.top),
          },
        };
    }
    if (operator === OPS.showText) {
      const glyphs = (values[0] as { unicode?: string }[]).map((glyph) => glyph.unicode ?? '');
      found.push({ text: glyphs.join(''), clip: state.clip });
    }
  });
  return found;
}

/**
 * Matches a painted text with marks or with letters that the main font lacks. U+0000 represents a
 * letter that no font here has.
 */
const COULD_LEAVE_ITS_LINE = /[\0\p{M}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Thai}\p{sc=Devanagari}\p{sc=Han}]/u;
/** The room above and below a box, in points, and the rounding error. */
const ROOM = 2 * 1.5 + 0.5;

/**
 * Asserts that each text in another script has a box, that boxes overlap by no more than the room
 * between two lines, and that the page's own figures read as stored.
 * @returns the number of boxes.
 */
async function expectBoxes(pdf: Buffer): Promise<number> {
  const clips = await readClips(pdf);
  const page = clips.find(({ text }) => text.includes('B12345674'))!.clip;
  const boxes = new Map<string, Box>();
  for (const { text, clip } of clips) {
    if (!COULD_LEAVE_ITS_LINE.test(text)) continue;
    expect(clip).not.toEqual(page);
    boxes.set(JSON.stringify(clip), clip);
  }
  const all = [...boxes.values()];
  for (const [index, one] of all.entries()) {
    for (const other of all.slice(index + 1)) {
      const beside = one.right <= other.left || other.right <= one.left;
      const shared = Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom);
      expect(beside ? 0 : shared).toBeLessThan(ROOM);
    }
  }
  const { squashed } = await readPdf(pdf);
  for (const own of ['NIFB12345674', 'Baseimponible100,00€Impuestos21,00€Totalfactura121,00€'])
    expect(squashed).toContain(squash(own));
  return all.length;
}

const character = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...Array.from('aZñ1 ,(€')) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...Array.from('\u0301\u0323\u030a\u0316\u0338\u20dd\u0651\u05b8\u0e49\u093f')),
  },
  { weight: 3, arbitrary: fc.constantFrom(...Array.from('خدمةשירกหिก設備')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\u2066', '\u2067', '\u2068', '\u2069', '\u200e', '\u200f', '\u061c'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
);
/** Texts that the API accepts. */
const accepted = fc
  .array(character, { minLength: 1, maxLength: 20 })
  .map((characters) => normaliseText(characters.join('').replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, '')))
  .filter((text) => text.isWellFormed() && text.trim() !== '' && findDeceptiveCharacter(text) === null);

/** Texts that the API refuses, but that a stored invoice could contain. */
const BEFORE = [
  '\u202e€ 00,001 ragap a latoT',
  '\u2067\u2067abc',
  'a\u2069\u202eb',
  `Z${'\u0301\u0323'.repeat(150)}algo`,
];

describe('a text that could paint over its neighbours', () => {
  it('is clipped to its own box in every field', async () => {
    const texts = [...fc.sample(accepted, LONG ? 300 : 20), ...BEFORE];
    const results = await renderer.render(texts.map(fill));
    const boxes = await Promise.all(results.map(async (result) => expectBoxes(getContent(result))));
    expect(Math.max(...boxes)).toBeGreaterThan(8);
  }, 120_000);

  it('is read in its stored order even if it contains a direction override', async () => {
    const [result] = await renderer.render([fill('\u202eabc 12')]);
    expect((await readPdf(getContent(result))).squashed).toContain('abc12');
  });

  it('has no clip when all its letters are in the main font', async () => {
    const results = await renderer.render([fill('Avión'), fill('Avi\u0323ón')]);
    const [plain, other] = await Promise.all(
      results.map(async (result) => {
        const clips = await readClips(getContent(result));
        return new Set(clips.map(({ clip }) => JSON.stringify(clip))).size;
      }),
    );
    expect(plain).toBe(2);
    expect(other).toBeGreaterThan(8);
  });
});
