import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { findDeceptiveCharacter, normaliseText } from '../../src/contracts/shown-text.ts';
import { COVERAGE, showText } from '../../src/domain/fonts/show-text.ts';
import { launchChromium } from '../../src/render/browser/chromium-launch.ts';
import type { PdfRenderer } from '../../src/render/renderer.ts';
import {
  buildFontAddress,
  FONT_FAMILIES,
  listFaceFiles,
  listMainFiles,
} from '../../src/render/template/fonts.ts';
import { everyNth, LONG } from '../support/long.ts';
import { buildLine, buildPrintable } from './support/build-invoice.ts';
import { openSharedRenderer, openTestRenderer, readChromiumPath } from './support/open-test-renderer.ts';
import { getContent } from './support/read-pdf.ts';
import { isJudged } from '../support/not-judged.ts';

let renderer: PdfRenderer;
beforeAll(async () => {
  renderer = await openSharedRenderer();
});
afterAll(() => renderer[Symbol.asyncDispose]());

const OWN_FONTS =
  /^(?:Inter-(?:Regular|SemiBold)|NotoEmoji-Regular|NotoSans(?:Thai|Devanagari|Arabic)-(?:Regular|SemiBold)|NotoSansHebrew(?:Thin)?-(?:Regular|SemiBold)|NotoSans(?:SC|JP|KR)-Thin)$/;

/** Lists the fonts that are embedded in a PDF, without the prefixes of font subsets. */
function listFonts(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  const names = [...text.matchAll(/\/FontName \/(?:[A-Z]{6}\+)?([^\s/]+)/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(0);
  return [...new Set(names)].toSorted();
}

async function listFontsOf(texts: readonly string[]): Promise<string[]> {
  const results = await renderer.render(
    texts.map((concept) => buildPrintable({ lines: [buildLine({ concept, notes: `Nota 1: ${concept}.` })] })),
  );
  return [...new Set(results.flatMap((result) => listFonts(getContent(result))))];
}

const STEP = LONG ? 1 : 61;
const PER_TEXT = 400;

it('every character is printed with the product’s own fonts, alone and after a letter', async () => {
  const characters: string[] = [];
  for (let code = 0x20; code < 0x3_0000; code += code < 0x3000 ? Math.ceil(STEP / 4) : STEP) {
    const character = String.fromCodePoint(code);
    if (!/[\p{Cc}\p{Cs}\p{Cn}\p{Co}]/u.test(character) && findDeceptiveCharacter(character) === null)
      characters.push(`${character} a${character} क${character}`);
  }
  const texts: string[] = [];
  for (let at = 0; at < characters.length; at += PER_TEXT)
    texts.push(normaliseText(characters.slice(at, at + PER_TEXT).join(' ')));
  const fonts = await listFontsOf(texts);
  expect(fonts.filter((name) => !OWN_FONTS.test(name))).toEqual([]);
  expect(fonts.length).toBeGreaterThan(8);
}, 120_000);

it('every text that the API accepts is printed with the product’s own fonts', async () => {
  const unit = fc.oneof(
    fc.constantFrom(...Array.from('aZ1 (€שخกक設ひ한😀🇪🇸👩🏽1✊')),
    fc.constantFrom(
      ...Array.from(
        '\u0301\u0323\u0338\u0651\u064e\u05b8\u0e49\u093f\u094d\u20e3\ufe0f\u200d\u200c\u3099\u{1f3fd}\uff9e\u115f\u1161',
      ),
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );
  const texts = fc
    .sample(fc.array(unit, { minLength: 1, maxLength: 60 }), LONG ? 2000 : 100)
    .flatMap((units) => {
      const text = normaliseText(units.join('').replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ''));
      return text.trim() === '' || findDeceptiveCharacter(text) !== null ? [] : [text];
    });
  expect(texts.length).toBeGreaterThan(40);
  expect((await listFontsOf(texts)).filter((name) => !OWN_FONTS.test(name))).toEqual([]);
}, 120_000);

const UNPACKED = path.resolve(import.meta.dirname, '../../.local/chromium');
const version = existsSync(UNPACKED) ? readdirSync(UNPACKED).find((name) => /^\d/.test(name)) : undefined;

const isOwn = isJudged(version, 'pages on a machine with other fonts', 'Chromium is not the fetched one');

it.runIf(isOwn)(
  'a page has the same bytes on a machine with other fonts',
  async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'own-fonts-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const home = path.join(UNPACKED, version!);
    const settings = `<?xml version="1.0"?><fontconfig><dir>${home}/fonts</dir><cachedir>${directory}/cache</cachedir></fontconfig>`;
    writeFileSync(path.join(directory, 'fonts.conf'), settings);
    const program = path.join(directory, 'chromium');
    writeFileSync(
      program,
      `#!/bin/sh\nLD_LIBRARY_PATH='${home}/lib' FONTCONFIG_FILE='${directory}/fonts.conf' exec '${home}/headless-shell' "$@"\n`,
    );
    chmodSync(program, 0o755);
    await using other = await openTestRenderer({ chromiumPath: program });
    const texts = ['Servicio ≤ 5', 'خدمة', 'שירות', 'บริการ', 'सेवा', '設備 ひら 한국어', '😀 🇪🇸', 'ქართული'];
    const invoice = buildPrintable({ lines: texts.map((concept) => buildLine({ concept })) });
    const [[here], [there]] = await Promise.all([renderer.render([invoice]), other.render([invoice])]);
    expect(getContent(there).equals(getContent(here))).toBe(true);
  },
  60_000,
);

/** Letters that extend far up or down, by the font face that contains their marks. */
const TALL_LETTERS = {
  'Inter latin': 'ÉQg',
  'Noto Sans Thai': 'ปฐ',
  'Noto Sans Devanagari': 'ट्क',
  'Noto Sans Hebrew': 'לק',
  'Noto Sans Arabic': 'آي',
} as const;
/** Lists the marks of a font face that combine with letters. */
function listMarks(face: keyof typeof TALL_LETTERS): string[] {
  const ranges = COVERAGE[face]
    .split(' ')
    .map((range) => range.split('-').map((code) => Number.parseInt(code, 16)));
  return ranges
    .flatMap(([first, last = first]) =>
      Array.from({ length: last! - first! + 1 }, (_, index) => first! + index),
    )
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /\p{Mn}/u.test(character));
}

/** Generates letters with the largest number of marks that is printed, of two kinds each. */
function* stackMarks(): Generator<string> {
  for (const [face, letters] of Object.entries(TALL_LETTERS)) {
    const marks = listMarks(face as keyof typeof TALL_LETTERS);
    for (const letter of letters) {
      for (const one of marks) {
        for (const other of marks) {
          const stacks = [2, 3, 4].map((count) => letter + `${one}${other}`.repeat(2).slice(0, count));
          const printed = stacks.findLast((stack) => showText(stack) === stack);
          if (printed !== undefined) yield printed;
        }
      }
    }
  }
}

/** The distance between two lines of text, as a multiple of the font size. */
const LINE_HEIGHT = 1.4;
/** The distance from the baseline to the top of a letter, as a multiple of the font size. */
const LETTER_HEIGHT = 0.75;

it('a letter with all the marks that are printed on it does not extend beyond the adjacent line', async () => {
  const { browser } = await launchChromium(readChromiumPath());
  onTestFinished(() => browser.close());
  const page = await (await browser.newContext({ offline: true })).newPage();
  const faces = Object.keys(TALL_LETTERS).filter(
    (face) => face !== 'Inter latin',
  ) as (keyof typeof COVERAGE)[];
  const files = [...listMainFiles(), ...faces.flatMap((face) => listFaceFiles(face))];
  const rules = files.map(
    (font) =>
      `@font-face { font-family: "${font.family}"; font-weight: ${font.weight}; src: ${buildFontAddress(font)}; unicode-range: ${font.unicodeRange}; }`,
  );
  await page.setContent(`<style>${rules.join('\n')}</style><canvas></canvas>`);
  const stacks = everyNth(10, [...stackMarks()]);
  expect(stacks.length).toBeGreaterThan(2000);
  const heights = await page.evaluate<
    [up: number, down: number][]
  >(`Promise.all([...document.fonts].map((font) => font.load())).then(() => {
    const context = document.querySelector('canvas').getContext('2d');
    context.font = ${JSON.stringify(`400 100px ${FONT_FAMILIES}`)};
    return ${JSON.stringify(stacks)}.map((text) => {
      const { actualBoundingBoxAscent, actualBoundingBoxDescent } = context.measureText(text);
      return [actualBoundingBoxAscent / 100, actualBoundingBoxDescent / 100];
    });
  })`);
  const far = stacks.filter((_, index) => {
    const [up, down] = heights[index]!;
    return up > LINE_HEIGHT + LETTER_HEIGHT || down > LINE_HEIGHT;
  });
  expect(far).toEqual([]);
  expect(Math.max(...heights.map(([up]) => up))).toBeGreaterThan(1);
}, 60_000);
