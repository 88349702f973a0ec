import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/contracts/codes.ts';
import type { PrintableInvoice } from '../../../src/contracts/printable-invoice.ts';
import { buildXmp } from '../../../src/render/postprocess/build-metadata.ts';
import { WORDINGS } from '../../../src/render/template/languages/wordings.ts';
import { buildPrintable, buildProfile } from '../support/build-invoice.ts';
import type { PdfRenderer } from '../../../src/render/renderer.ts';
import { openSharedRenderer } from '../support/open-test-renderer.ts';
import { getContent } from '../support/read-pdf.ts';

let renderer: PdfRenderer;
beforeAll(async () => {
  renderer = await openSharedRenderer();
});
afterAll(() => renderer[Symbol.asyncDispose]());

async function read(invoice: PrintableInvoice) {
  const [result] = await renderer.render([invoice]);
  const content = getContent(result);
  const document = await getDocumentProxy(Uint8Array.from(content));
  const { info, metadata } = await document.getMetadata();
  const xmp = metadata as unknown as { get(name: string): unknown } | null;
  return {
    content,
    info: info as Readonly<Record<string, unknown>>,
    xmp: { title: xmp?.get('dc:title'), author: xmp?.get('dc:creator'), language: xmp?.get('dc:language') },
    preferences: (await document.getViewerPreferences()) as unknown,
    mark: (await document.getMarkInfo()) as unknown,
  };
}

describe('the metadata of a PDF', () => {
  it.each([
    ['es', 'F1', 'Factura 2026-0012 de Talleres Ñandú SL'],
    ['ca', 'F2', 'Factura simplificada 2026-0012 de Talleres Ñandú SL'],
    ['eu', 'F1', 'Faktura 2026-0012, Talleres Ñandú SL'],
    ['gl', 'R1', 'Factura rectificativa 2026-0012 de Talleres Ñandú SL'],
    ['en', 'F1', 'Invoice 2026-0012 from Talleres Ñandú SL'],
  ] as const)(
    'contains the title, issuer and language in both the document information and XMP: %s, %s',
    async (language, type, title) => {
      const name = 'Talleres Ñandú SL';
      const invoice = buildPrintable(
        { number: '2026-0012', type, issuer: { nif: 'B12345674', name } },
        { issuerProfile: buildProfile({ language }) },
      );
      const { info, xmp, preferences, mark, content } = await read(invoice);
      const { tag } = WORDINGS[language];
      expect(info).toMatchObject({ Title: title, Author: name, Language: tag });
      expect([xmp.title, xmp.author, xmp.language].flat()).toEqual([title, name, tag]);
      expect(preferences).toMatchObject({ DisplayDocTitle: true });
      expect(mark).toMatchObject({ Marked: true });
      // The metadata contains no time, so that the same invoice has the same bytes.
      expect((await read(invoice)).content.equals(content)).toBe(true);
    },
  );

  it('states that an invoice is annulled', async () => {
    const { info } = await read(buildPrintable({}, { annulledOn: '2026-11-21' }));
    expect(info['Title']).toBe('Factura anulada F2026-0001 de Talleres Ibérica del Norte, S.L.');
  });

  it('contains the exact texts, with any characters', async () => {
    for (const name of ['<a> & "b" \'c\' ]]> SL', '設備 (維護) \\ 有限公司', 'خدمة 😀', '?> --> <!-- <?x']) {
      // oxlint-disable-next-line no-await-in-loop -- one browser
      const { info, xmp } = await read(buildPrintable({ issuer: { nif: 'B12345674', name } }));
      expect(info['Title']).toBe(`Factura F2026-0001 de ${name}`);
      expect(info['Author']).toBe(name);
      expect([xmp.title, xmp.author].flat()).toEqual([info['Title'], name]);
    }
  });

  it('replaces characters that XML does not allow', () => {
    const facts = { title: 'a\u0000b\u{ffff}c\u000bd', author: 'e', language: 'es-ES' };
    expect(buildXmp(facts).toString()).toContain('>a\u{fffd}b\u{fffd}c\u{fffd}d<');
  });

  it('has a language tag that matches the language of each wording', () => {
    for (const language of LANGUAGES) expect(WORDINGS[language].tag.startsWith(language)).toBe(true);
  });
});
