import { hash } from 'node:crypto';
import * as fc from 'fast-check';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { attachFacturX } from '../../../src/render/postprocess/attach-factur-x.ts';
import { buildXmp } from '../../../src/render/postprocess/build-metadata.ts';
import { buildHybridXmp } from '../../../src/render/postprocess/factur-x-metadata.ts';
import { UnexpectedPdfError } from '../../../src/render/postprocess/pdf-file.ts';
import { writePdf } from '../../../src/render/postprocess/write-pdf.ts';
import { runsOf } from '../../support/long.ts';
import { ISSUED_AT, makeHybrid, readGoldenPdfs, SOME_XML } from '../support/hybrid-pdfs.ts';
import { modelPdf } from '../support/pdfa/document-model.ts';
import { modelMetadata } from '../support/pdfa/metadata-model.ts';
import { decodeText, type PdfString } from '../support/pdfa/pdf-syntax.ts';
import { readHybridFile } from '../support/read-hybrid-file.ts';
import { buildObjects, writeSkiaLikePdf } from '../support/skia-like-pdf.ts';

const pdfs = readGoldenPdfs();
const [pdf] = pdfs as [Buffer];
const hybrid = makeHybrid(pdf);

function editText(edit: (text: string) => string, bytes = pdf): Buffer {
  return Buffer.from(edit(bytes.toString('latin1')), 'latin1');
}

describe('a hybrid invoice', () => {
  it('contains the XML byte for byte, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), (xml) => {
        const made = makeHybrid(pdf, xml);
        expect(readHybridFile(modelPdf(made).document).content.toString()).toBe(xml);
      }),
      { numRuns: runsOf(30) },
    );
  });

  it('is found by an independent reader as an attachment with its name', async () => {
    const document = await getDocumentProxy(Uint8Array.from(hybrid));
    const attachments = (await document.getAttachments()) as Record<
      string,
      { filename: string; content: Uint8Array }
    >;
    expect(Object.keys(attachments)).toEqual(['factur-x.xml']);
    expect(Buffer.from(attachments['factur-x.xml']!.content).toString()).toBe(SOME_XML);
  });

  it('depends on nothing but the PDF, the XML and the date, and its identifier on each of them', () => {
    const idsOf = (made: Buffer): string[] =>
      (modelPdf(made).document.trailer.get('ID') as PdfString[]).map(({ bytes }) =>
        Buffer.from(bytes, 'latin1').toString('hex'),
      );
    const ids = idsOf(hybrid);
    expect(ids[0]).toBe(hash('sha256', pdf).slice(0, 32));
    expect(makeHybrid(Buffer.from(pdf)).equals(hybrid)).toBe(true);
    const others = [
      makeHybrid(pdf, `${SOME_XML} `),
      attachFacturX(pdf, { xml: SOME_XML, issuedAt: new Date('2026-11-21T00:00:00Z') }),
      makeHybrid(pdfs[1]!),
    ].map(idsOf);
    expect(new Set([ids, ...others].map(([, second]) => second)).size).toBe(4);
    expect(others.map(([first]) => first === ids[0])).toEqual([true, true, false]);
  });

  it('always has the same bytes', () => {
    expect(hash('sha256', hybrid)).toBe('d37bbdc1b29a1673de12ffe279dd731448abbe2fcf0b4600c2575bc4461f2ed1');
  });

  it('describes the embedded invoice as Factur-X prescribes', () => {
    const { document } = modelPdf(hybrid);
    const { specification, file } = readHybridFile(document);
    expect(specification).toMatchObject({
      F: 'factur-x.xml',
      UF: 'factur-x.xml',
      AFRelationship: 'Alternative',
    });
    expect(file).toEqual({
      Subtype: 'text/xml',
      Size: Buffer.byteLength(SOME_XML),
      CreationDate: 'D:20261120093015Z',
      ModDate: 'D:20261120093015Z',
    });
  });

  it('has the same title, author, producer and dates in its information dictionary and in XMP', () => {
    for (const one of pdfs) {
      const { document, xmp } = modelPdf(makeHybrid(one));
      const info = document.dictionary(document.trailer.get('Info'))!;
      const read = (key: string): string | null => decodeText(info.get(key));
      const textOf = (name: string): string | undefined => {
        const element = xmp.get(name);
        return (element?.children[0]?.children[0] ?? element)?.text;
      };
      const [dc, pdfSchema, basic] = [
        'http://purl.org/dc/elements/1.1/',
        'http://ns.adobe.com/pdf/1.3/',
        'http://ns.adobe.com/xap/1.0/',
      ];
      expect(textOf(`${dc} title`)).toBe(read('Title'));
      expect(textOf(`${dc} creator`)).toBe(read('Author'));
      expect(textOf(`${pdfSchema} Producer`)).toBe(read('Producer'));
      expect([read('CreationDate'), read('ModDate')]).toEqual(['D:20261120093015Z', 'D:20261120093015Z']);
      expect([textOf(`${basic} CreateDate`), textOf(`${basic} ModifyDate`)]).toEqual([
        '2026-11-20T09:30:15Z',
        '2026-11-20T09:30:15Z',
      ]);
      const fx = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
      expect(
        ['DocumentType', 'DocumentFileName', 'Version', 'ConformanceLevel'].map((name) =>
          textOf(`${fx} ${name}`),
        ),
      ).toEqual(['INVOICE', 'factur-x.xml', '1.0', 'EN 16931']);
    }
  });

  it('keeps the entries of the catalog', () => {
    const before = modelPdf(pdf).document.root;
    const { root } = modelPdf(hybrid).document;
    for (const [key, value] of before) expect(root.get(key)).toEqual(value);
    expect([...root.keys()].filter((key) => !before.has(key))).toEqual(['OutputIntents', 'AF', 'Names']);
  });

  it('keeps the identification of the PDF as PDF/UA, and describes its schema', () => {
    const packet = buildXmp({ title: 'a', author: 'b', language: 'es-ES' }).toString();
    const claim =
      '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>';
    const claiming = packet.replace('</rdf:RDF>', `${claim}</rdf:RDF>`);
    const whole = claiming.replace(
      '</rdf:RDF>',
      `${buildHybridXmp(claiming, '2026-11-20T09:30:15Z')}</rdf:RDF>`,
    );
    const facts: [type: string, properties: Readonly<Record<string, unknown>>][] = [];
    modelMetadata(Buffer.from(whole), true, (type, properties) => facts.push([type, properties]));
    const find = (wanted: string) =>
      facts.filter(([type]) => type === wanted).map(([, properties]) => properties);
    expect(find('PDFUAIdentification')).toEqual([
      expect.objectContaining({ part: 1, partPrefix: 'pdfuaid' }),
    ]);
    expect(find('ExtensionSchemaProperty')).toHaveLength(5);
    for (const property of find('XMPProperty'))
      expect(property['isPredefinedInXMP2005'] === true || property['isDefinedInMainPackage'] === true).toBe(
        true,
      );
  });
});

describe('attaching an invoice', () => {
  const foreign = writeSkiaLikePdf(buildObjects());
  const withoutMetadata = writePdf({
    issuedInvoiceId: 1,
    pages: 0,
    rootId: 1,
    infoId: 2,
    objects: [
      { kind: 'plain', id: 1, text: '<</Type /Catalog>>' },
      { kind: 'plain', id: 2, text: '<<>>' },
    ],
  });

  it.each([
    ['a file that is no PDF', Buffer.from('%!PS'), 'not a PDF that this engine wrote'],
    ['a PDF of another program', foreign, 'not a PDF that this engine wrote'],
    ['a hybrid invoice', hybrid, 'not a PDF that this engine wrote'],
    ['a truncated PDF', pdf.subarray(0, -10), 'not a PDF that this engine wrote'],
    [
      'a damaged table of objects',
      editText((text) => text.replace(/(\/Type \/XRef[^\n]*stream\n)../s, '$1xx')),
      'table of objects',
    ],
    [
      'an object elsewhere',
      editText((text) => text.replace('1 0 obj\n<</Type /Catalog', '1 0 obj \n</Type /Catalog')),
      'is not at its offset',
    ],
    ['a PDF without metadata', withoutMetadata, 'missing'],
    [
      'metadata of another form',
      editText((text) => text.replace('</rdf:RDF></x:xmpmeta>', '</rdf:RDF> </x:xmpmet>')),
      'no XMP metadata',
    ],
  ])('refuses %s', (_, bytes, message) => {
    const attach = () => attachFacturX(bytes, { xml: SOME_XML, issuedAt: ISSUED_AT });
    expect(attach).toThrow(UnexpectedPdfError);
    expect(attach).toThrow(message);
  });
});
