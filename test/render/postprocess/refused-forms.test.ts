import { describe, expect, it } from 'vitest';
import { readPdf, UnexpectedPdfError } from '../../../src/render/postprocess/pdf-file.ts';
import { readPrintedSections } from '../../../src/render/postprocess/split-render-batch.ts';
import { buildObjects, writeSkiaLikePdf } from '../support/skia-like-pdf.ts';

const good = writeSkiaLikePdf(buildObjects());

function readSections(bytes: Buffer) {
  return readPrintedSections(readPdf(bytes));
}

function editText(edit: (text: string) => string): Buffer {
  return Buffer.from(edit(good.toString('latin1')), 'latin1');
}

describe('the PDF reader', () => {
  it('reads the id of the invoice, the box of its mark and its pages', () => {
    expect(readSections(good)).toEqual([
      { issuedInvoiceId: 7, markBox: [10, 20, 30, 40], pages: [expect.objectContaining({ contentsId: 4 })] },
    ]);
  });

  it.each([
    ['a file that is no PDF', editText((text) => text.replace('%PDF', '%PS')), 'not a PDF'],
    [
      'a wrong xref offset',
      editText((text) => text.replace(/startxref\n\d+/, 'startxref\n3')),
      'no classic xref',
    ],
    [
      'a wrong object offset',
      editText((text) => text.replace(/(xref\n0 6\n.{20}\d{9})\d/s, '$19')),
      'not at its offset',
    ],
    [
      'a reference to another generation',
      writeSkiaLikePdf(buildObjects({ 1: '<</Pages 2 1 R>>' })),
      'generation',
    ],
    ['encryption', writeSkiaLikePdf(buildObjects(), '/Root 1 0 R /Encrypt 5 0 R'), 'unexpected entries'],
    [
      'a stream with an indirect length',
      writeSkiaLikePdf(buildObjects({ 4: '<</Length 5 0 R>> stream\nq Q\nendstream' })),
      'direct length',
    ],
    [
      'a page without contents',
      writeSkiaLikePdf(buildObjects({ 3: '<</Type /Page\n/MediaBox [0 0 1 1]>>' })),
      'lacks contents',
    ],
    [
      'a cyclic page tree',
      writeSkiaLikePdf(buildObjects({ 2: '<</Type /Pages\n/Kids [2 0 R]>>' })),
      'page tree',
    ],
    [
      'a page without an invoice',
      editText((text) => text.replace('/Annots [5 0 R]', '/Annots []     ')),
      'does not begin an invoice',
    ],
    ['a foreign link', editText((text) => text.replace('(x-invoice:7)', '(http://a.b/)')), 'not the link'],
  ])('refuses %s', (_, bytes, message) => {
    expect(() => readSections(bytes)).toThrow(UnexpectedPdfError);
    expect(() => readSections(bytes)).toThrow(message);
  });

  it('refuses two invoices that begin on one page', () => {
    const page = buildObjects()[3]?.replace('[5 0 R]', '[5 0 R 5 0 R]') ?? '';
    expect(() => readSections(writeSkiaLikePdf(buildObjects({ 3: page })))).toThrow('Two invoices');
  });

  it.each([
    'JS',
    'JavaScript',
    'OpenAction',
    'AA',
    'Launch',
    'EmbeddedFile',
    'SubmitForm',
    'GoToR',
    'AcroForm',
    'J#53',
    '#4aavaScript',
  ])('refuses a document with /%s', (name) => {
    const catalog = `<</Type /Catalog\n/Pages 2 0 R\n/${name} (x)>>`;
    expect(() => readPdf(writeSkiaLikePdf(buildObjects({ 1: catalog })))).toThrow(/active content/);
  });

  it('does not interpret text as structure', () => {
    const info = String.raw`<</Title (/JS 9 0 R stream endobj \) \( /Launch)>>`;
    const file = readPdf(writeSkiaLikePdf(buildObjects({ 6: info })));
    expect(file.objects.get(6)).toEqual({ parts: [info], references: [], stream: null });
  });
});
