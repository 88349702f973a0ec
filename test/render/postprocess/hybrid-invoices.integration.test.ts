import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INVOICE_TYPES, LANGUAGES } from '../../../src/contracts/codes.ts';
import type { PrintableInvoice } from '../../../src/contracts/invoice-document.ts';
import type { PdfRenderer } from '../../../src/render/renderer.ts';
import { LONG } from '../../support/long.ts';
import { buildDocument, buildLine, buildPrintable, buildProfile } from '../support/build-invoice.ts';
import { buildJpeg, buildPng } from '../support/build-logo.ts';
import { makeHybrid, SOME_XML } from '../support/hybrid-pdfs.ts';
import { openSharedRenderer } from '../support/open-test-renderer.ts';
import { modelPdf } from '../support/pdfa/document-model.ts';
import { CHECKED_TYPES, findAbsentTypes, findUnexpectedBreaches } from '../support/pdfa/judge-hybrid.ts';
import { PROFILES, readProfile } from '../support/pdfa/profiles.ts';
import { readHybridFile } from '../support/read-hybrid-file.ts';
import { getContent, readPdf } from '../support/read-pdf.ts';
import { readStructure } from '../support/read-structure.ts';
import { hasEinvoiceFacts } from '../../domain/support/shared-facts.ts';

/*
 * Hybrid invoices of all kinds of pages, as Chromium prints them, against the rules of PDF/A-3a and PDF/UA-1.
 */

const RECTIFIED = { number: 'F2026-0001', issueDate: '2026-10-02' };
const NOTE = 'Mantenimiento preventivo y correctivo de instalaciones térmicas y eléctricas. '.repeat(25);
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

const DETAILED = buildDocument({
  lines: [
    buildLine({ rate: '21', discountPercent: '5' }),
    buildLine({ rate: '10', withholdingRate: '15', notes: 'Segundo semestre' }),
    buildLine({ exemptionCode: 'E5', operationKey: null, rate: null }),
    buildLine({ operationKey: 'S2', rate: null }),
    buildLine({ regime: '07' }),
  ],
  dueDate: '2026-12-20',
  operationDate: '2026-11-02',
  paymentMethod: 'bank_transfer',
  paymentMethodInfo: 'Banco Ejemplo\nES9121000418450200051332 BIC CAIXESBB',
  description: 'Obras del segundo semestre',
  footerNote: 'Gracias.\nHasta pronto.',
});

const CASES: Readonly<Record<string, PrintableInvoice>> = {
  ...Object.fromEntries(
    INVOICE_TYPES.map((type) => {
      const rectified = type === 'F1' || type === 'F2' ? null : RECTIFIED;
      return [`type ${type}`, buildPrintable({ type, rectified, dueDate: '2026-12-20' })];
    }),
  ),
  ...Object.fromEntries(
    LANGUAGES.map((language) => [
      `all details in ${language}`,
      buildPrintable(DETAILED, { issuerProfile: buildProfile({ language, accent: '#1a5276' }) }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(LOGOS).map(([name, logo]) => [
      name,
      buildPrintable({}, { issuerProfile: buildProfile({ logo }) }),
    ]),
  ),
  'hundreds of lines': buildPrintable({
    lines: Array.from({ length: LONG ? 1000 : 250 }, (_, index) =>
      buildLine({
        concept: `Pieza mecanizada, plano ${1000 + index}`,
        notes: index % 5 === 2 ? `Nota ${index}` : null,
      }),
    ),
  }),
  'rows that break across pages': buildPrintable({
    lines: Array.from({ length: 4 }, () => buildLine({ concept: 'Obra', notes: NOTE.repeat(3).trim() })),
    footerNote: NOTE.repeat(6).trim(),
  }),
  'neither recipient, profile nor QR': buildPrintable(
    { type: 'F2', recipient: null },
    { issuerProfile: null, qrUrl: null },
  ),
  'an annulled invoice': buildPrintable({}, { annulledOn: '2026-11-21' }),
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
  'prices with tax': buildPrintable({ lines: [buildLine({ regime: '03' }), buildLine({ regime: '05' })] }),
};

let renderer: PdfRenderer;
beforeAll(async () => {
  renderer = await openSharedRenderer();
});
afterAll(() => renderer[Symbol.asyncDispose]());

/** Replaces U+0000, to which Chromium maps glyphs without a letter of their own, as a hybrid invoice does. */
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
