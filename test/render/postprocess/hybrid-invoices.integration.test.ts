import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PrintableInvoice } from '../../../src/contracts/printable-invoice.ts';
import type { PdfRenderer } from '../../../src/render/renderer.ts';
import { buildLine, buildPrintable, buildProfile } from '../support/build-invoice.ts';
import { buildJpeg, buildPng } from '../support/build-logo.ts';
import { makeHybrid, SOME_XML } from '../support/hybrid-pdfs.ts';
import { openSharedRenderer } from '../support/open-test-renderer.ts';
import { modelPdf } from '../support/pdfa/document-model.ts';
import { CHECKED_TYPES, findAbsentTypes, findUnexpectedBreaches } from '../support/pdfa/judge-hybrid.ts';
import { PROFILES, readProfile } from '../support/pdfa/profiles.ts';
import { readHybridFile } from '../support/read-hybrid-file.ts';
import { PAGES_OF_EVERY_KIND } from '../support/pages-of-every-kind.ts';
import { getContent, readPdf } from '../support/read-pdf.ts';
import { readStructure } from '../support/read-structure.ts';
import { hasEinvoiceFacts } from '../../domain/support/shared-facts.ts';

/*
 * Hybrid invoices of all kinds of pages, as Chromium prints them, against the rules of PDF/A-3a and
 * PDF/UA-1.
 */

const LOGOS = {
  'a PNG in grey': buildPng('grey'),
  'a PNG in colour': buildPng('rgb'),
  'a PNG with 16 bits': buildPng('rgb', 16),
  'a transparent PNG in grey': buildPng('greyWithAlpha'),
  'a transparent PNG in colour': buildPng('rgbWithAlpha'),
  'a JPEG in grey': buildJpeg(1),
  'a JPEG in colour': buildJpeg(3),
  'a JPEG in CMYK': buildJpeg(4),
};

const CASES: Readonly<Record<string, PrintableInvoice>> = {
  ...PAGES_OF_EVERY_KIND,
  ...Object.fromEntries(
    Object.entries(LOGOS).map(([name, logo]) => [
      name,
      buildPrintable({}, { issuerProfile: buildProfile({ logo }) }),
    ]),
  ),
  'many scripts': buildPrintable({
    issuer: { nif: 'B12345674', name: '設備維護有限公司' },
    lines: [
      'خدمة صيانة المعدات',
      'שירות',
      'บริการ',
      'सेवा क्षेत्र',
      '設備 ひら 한국어',
      'Ωж ქართული',
      'office fi ffl',
      'e\u{301} ≤ 5',
    ].map((concept) => buildLine({ concept })),
  }),
  emoji: buildPrintable({
    lines: [buildLine({ concept: '😀 👩\u{200d}👩\u{200d}👧 🇪🇸 👍🏽 1\u{fe0f}\u{20e3} ❤\u{fe0f} ✊' })],
  }),
};

let renderer: PdfRenderer;
beforeAll(async () => {
  renderer = await openSharedRenderer();
});
afterAll(() => renderer[Symbol.asyncDispose]());

/**
 * Replaces U+0000, to which Chromium maps glyphs without a letter of their own, as a hybrid invoice
 * does.
 */
function showUnmapped<T>(read: T): T {
  return JSON.parse(JSON.stringify(read).replaceAll(String.raw`\u0000`, '\u{fffd}')) as T;
}

const occurred = new Set<string>();

describe('a hybrid invoice from Chromium', () => {
  const rules = hasEinvoiceFacts ? PROFILES.flatMap(readProfile) : [];

  it.each(Object.keys(CASES))(
    'keeps all rules, texts and tags, and grows by at most 6 KB: %s',
    async (name) => {
      const [result] = await renderer.render([CASES[name]!]);
      const pdf = getContent(result);
      const hybrid = makeHybrid(pdf);
      const model = modelPdf(hybrid);
      for (const type of model.facts.keys()) occurred.add(type);
      expect(findUnexpectedBreaches(model, rules)).toEqual([]);
      expect(findAbsentTypes(model)).toEqual([]);
      expect(hybrid.length - pdf.length).toBeLessThanOrEqual(6 * 1024);
      expect(readHybridFile(model.document).content.toString()).toBe(SOME_XML);
      expect(await readPdf(hybrid)).toEqual(showUnmapped(await readPdf(pdf)));
      expect(await readStructure(hybrid)).toEqual(showUnmapped(await readStructure(pdf)));
    },
    60_000,
  );

  it('has an object of each type whose rules are checked, in some of these cases', () => {
    expect(CHECKED_TYPES.filter((type) => !occurred.has(type))).toEqual([]);
  });
});
