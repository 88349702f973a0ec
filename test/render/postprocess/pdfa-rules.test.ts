import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeHybrid, readGoldenPdfs } from '../support/hybrid-pdfs.ts';
import { CANNOT_OCCUR } from '../support/pdfa/cannot-occur.ts';
import { modelPdf } from '../support/pdfa/document-model.ts';
import { CHECKED_TYPES, findAbsentTypes, findUnexpectedBreaches } from '../support/pdfa/judge-hybrid.ts';
import { findBreaches, PROFILES, readProfile } from '../support/pdfa/profiles.ts';
import { rewritePdf } from '../support/pdfa/rewrite-pdf.ts';
import { einvoicePath, hasEinvoiceFacts } from '../../domain/support/shared-facts.ts';

/*
 * The machine-readable rules of PDF/A-3b, PDF/A-3a and PDF/UA-1, as veraPDF states them, applied to hybrid invoices.
 */

const pdfs = readGoldenPdfs();
const hybrid = makeHybrid(pdfs[1]!);

/** Changes of a hybrid invoice: what is replaced in its objects and streams, and the rules that this must break. */
const BREAKS: readonly (readonly [broken: string, from: string | RegExp, to: string])[] = [
  // The file and its catalog
  ['PDFA-3A 6.7.2.2-1, PDFUA-1 6.2-1', '/Marked true', '/Marked false'],
  ['PDFUA-1 7.1-4', '/Marked true', '/Marked true /Suspects true'],
  ['PDFUA-1 7.1-10', '/DisplayDocTitle true', '/DisplayDocTitle false'],
  ['PDFA-3A 6.7.4-1, PDFUA-1 7.2-29', '(es-ES)', '(es_ES)'],
  ['PDFUA-1 7.2-22, PDFUA-1 7.2-24, PDFUA-1 7.2-33, PDFUA-1 7.2-34', '/Lang (es-ES)', ''],
  ['PDFA-3B 6.5.2-1', '/Type /Catalog', '/Type /Catalog /AA <<>>'],
  ['PDFA-3B 6.11-1', '/Type /Catalog', '/Type /Catalog /Requirements []'],
  ['PDFA-3B 6.4.2-2', '/Type /Catalog', '/Type /Catalog /NeedsRendering true'],
  ['PDFA-3B 6.10-1', '/EmbeddedFiles', '/AlternatePresentations <<>> /EmbeddedFiles'],
  ['PDFA-3B 6.1.3-1', /^\/ID .*/, '/ID [() ()] '],
  ['PDFA-3B 6.6.2.1-1, PDFUA-1 7.1-8', '/Type /Metadata', '/Type /Meta'],
  // Colours
  ['PDFA-3B 6.2.4.3-2, PDFA-3B 6.2.4.3-4', '/S /GTS_PDFA1', '/S /GTS_PDFX'],
  ['PDFA-3B 6.2.10-2', '/S /GTS_PDFA1', '/S /GTS_PDFX'],
  ['PDFA-3B 6.2.3-3', '/S /GTS_PDFA1', '/S /GTS_PDFX /DestOutputProfileRef 1'],
  ['PDFA-3B 6.2.3-1', 'mntrRGB ', 'mntrLab '],
  ['PDFA-3B 6.2.4.3-3', /^0\.0863.* rg$/m, '0 0 0 1 k'],
  ['PDFA-3B 6.2.5-1', '/ca 1', '/TR /Identity'],
  ['PDFA-3B 6.2.5-2', '/ca 1', '/TR2 /Identity'],
  ['PDFA-3B 6.2.10-1', '/BM /Normal', '/BM /Unusual'],
  // The embedded invoice
  ['PDFA-3B 6.8-1', '/Subtype /text#2fxml', '/Subtype /xml'],
  ['PDFA-3B 6.8-2, PDFUA-1 7.11-1', '/UF (factur-x.xml)', ''],
  ['PDFA-3B 6.8-3', '/AFRelationship /Alternative', ''],
  ['PDFA-3B 6.8-4', /\/AF \[[^\]]*\]/, ''],
  // Metadata
  ['PDFA-3B 6.6.2.1-2', 'W5M0MpCehiHzreSzNTczkc9d"', 'W5M0MpCehiHzreSzNTczkc9d" bytes="9"'],
  ['PDFA-3B 6.6.2.1-3', 'W5M0MpCehiHzreSzNTczkc9d"', 'W5M0MpCehiHzreSzNTczkc9d" encoding="UTF-8"'],
  ['PDFA-3B 6.6.2.1-4', '<?xpacket end="r"?>', ''],
  ['PDFA-3B 6.6.2.1-5', 'Talleres Ib\u{c3}\u{a9}rica', 'Talleres Ib\u{e9}rica'],
  ['PDFA-3B 6.6.2.3.1-1', '<dc:format>application/pdf</dc:format>', '<dc:color>red</dc:color>'],
  ['PDFA-3B 6.6.2.3.1-1', '<pdfaProperty:name>Version<', '<pdfaProperty:name>Edition<'],
  ['PDFA-3B 6.6.2.3.1-2', /<rdf:Bag><rdf:li>es-ES.*Bag>/, '<rdf:Seq><rdf:li>es-ES</rdf:li></rdf:Seq>'],
  ['PDFA-3B 6.6.2.3.1-2', '2026-11-20T09:30:15Z</xmp:M', '20 November 2026</xmp:M'],
  ['PDFA-3B 6.6.2.3.2-1', '<pdfaSchema:prefix>', '<pdfaSchema:more>x</pdfaSchema:more><pdfaSchema:prefix>'],
  ['PDFA-3B 6.6.2.3.3-1', /(?<=[:/<])pdfaExtension/g, 'extension'],
  ['PDFA-3B 6.6.2.3.3-2', /<pdfaSchema:schema>.*<\/pdfaSchema:schema>/, ''],
  ['PDFA-3B 6.6.2.3.3-3', /<pdfaSchema:namespaceURI>.*<\/pdfaSchema:namespaceURI>/, ''],
  ['PDFA-3B 6.6.2.3.3-4', '<pdfaSchema:prefix>fx</pdfaSchema:prefix>', ''],
  ['PDFA-3B 6.6.2.3.3-7', '<pdfaProperty:name>Version</pdfaProperty:name>', ''],
  ['PDFA-3B 6.6.2.3.3-8', '<pdfaProperty:valueType>Text<', '<pdfaProperty:valueType>Word<'],
  ['PDFA-3B 6.6.2.3.3-9', '<pdfaProperty:category>external<', '<pdfaProperty:category>public<'],
  ['PDFA-3B 6.6.2.3.3-10', /<pdfaProperty:description>.*?<\/pdfaProperty:description>/, ''],
  ['PDFA-3B 6.6.4-1', /<pdfaid:(part|conformance)>.*\n/g, ''],
  ['PDFA-3B 6.6.4-2', '<pdfaid:part>3', '<pdfaid:part>2'],
  ['PDFA-3A 6.6.4-3', '<pdfaid:conformance>A', '<pdfaid:conformance>B'],
  ['PDFA-3B 6.6.4-4, PDFA-3B 6.6.4-5', /(?<=[:/<])pdfaid/g, 'id'],
  ['PDFUA-1 7.1-9', /<dc:title>.*<\/dc:title>\n/, ''],
  // Annotations and actions
  ['PDFA-3B 6.3.1-1', '/Subtype /Link', '/Subtype /Sound'],
  ['PDFUA-1 7.18.1-1', '/Subtype /Link', '/Subtype /Text'],
  ['PDFA-3B 6.3.2-1', '/F 4', ''],
  ['PDFA-3B 6.3.2-2', '/F 4', '/F 6'],
  ['PDFA-3B 6.3.3-1', '/Subtype /Link', '/Subtype /Square'],
  ['PDFA-3B 6.3.3-2', '/F 4', '/F 4 /AP <<>>'],
  ['PDFA-3B 6.5.1-1', '/S /URI', '/S /Launch'],
  ['PDFUA-1 7.18.1-2, PDFUA-1 7.18.5-2', /\/Contents <\w+>/, ''],
  ['PDFUA-1 7.18.3-1', '/Tabs /S', '/Tabs /R'],
  ['PDFUA-1 7.18.5-1', '/S /Link', '/S /Span'],
  // Pages
  ['PDFA-3B 6.5.2-2', '/Type /Page ', '/Type /Page /AA <<>> '],
  ['PDFA-3B 6.10-2', '/Type /Page ', '/Type /Page /PresSteps <<>> '],
  ['PDFA-3B 6.1.13-11', '/MediaBox [0 0 ', '/MediaBox [593 0 '],
  ['PDFA-3B 6.2.2-1', /^q$/m, 'unknown q'],
  ['PDFA-3B 6.1.13-8', /^q$/m, `${'q '.repeat(30)}${'Q '.repeat(30)}q`],
  ['PDFA-3B 6.1.13-1', '/StructParents 0', '/StructParents 0 /More 2147483648'],
  ['PDFA-3B 6.1.13-3', '/StructParents 0', `/StructParents 0 /More (${'x'.repeat(32_768)})`],
  ['PDFA-3B 6.1.13-4', '/StructParents 0', `/StructParents 0 /More /${'x'.repeat(128)}`],
  ['PDFA-3B 6.1.13-5', '/StructParents 0', `/StructParents 0 /More 0.${'0'.repeat(50)}1`],
  ['PDFA-3B 6.1.6-1', '/StructParents 0', '/StructParents 0 /More <abc>'],
  ['PDFA-3B 6.1.6-2', '/StructParents 0', '/StructParents 0 /More <xy>'],
  ['PDFA-3B 6.1.7.1-3', '/Length', '/F (x) /Length'],
  // Fonts
  ['PDFA-3B 6.2.11.2-1', '/Type /Font ', '/Type /Fount '],
  ['PDFA-3B 6.2.11.2-3', /\/BaseFont \S+ /, ''],
  ['PDFA-3B 6.2.11.3.2-1, PDFUA-1 7.21.3.2-1', '/CIDToGIDMap /Identity ', ''],
  ['PDFA-3B 6.2.11.4.1-1, PDFUA-1 7.21.4.1-1', /\/FontFile2 \d+ 0 R/, ''],
  ['PDFA-3B 6.2.11.4.1-2, PDFUA-1 7.21.4.1-2', /^<0054/m, '<EEEE'],
  ['PDFA-3B 6.2.11.4.2-2, PDFUA-1 7.21.4.2-2', '/StemV', '/CIDSet 1 0 R /StemV'],
  ['PDFA-3B 6.2.11.5-1, PDFUA-1 7.21.5-1', '/W [0 [656.25 0 689.94141]', '/W [0 [656.25 0 688]'],
  ['PDFA-3B 6.2.11.8-1, PDFUA-1 7.21.8-1', /^<0054/m, '<0000'],
  ['PDFA-3A 6.2.11.7.2-1, PDFUA-1 7.21.7-1', '<0054> <0050>\n', ''],
  ['PDFA-3A 6.2.11.7.2-2, PDFUA-1 7.21.7-2', '<0054> <0050>', '<0054> <FEFF>'],
  ['PDFA-3A 6.2.11.7.3-1', '<0054> <0050>', '<0054> <E000>'],
  // Structure
  ['PDFA-3A 6.7.3.3-1', /\/StructTreeRoot \d+ 0 R/, ''],
  ['PDFA-3A 6.7.3.4-1, PDFUA-1 7.1-5', '/S /H2', '/S /Headline'],
  ['PDFUA-1 7.1-1', '/Artifact BMC\nBT', '/P <</MCID 1>> BDC /Artifact BMC EMC\nBT'],
  ['PDFUA-1 7.1-2', '/P<</MCID 1>>BDC', '/Artifact BMC /P<</MCID 1>>BDC EMC'],
  ['PDFUA-1 7.1-3', '/Artifact BMC', '/P BMC'],
  ['PDFUA-1 7.1-12', /\/S \/H2 \/P \d+ 0 R/, '/S /H2'],
  ['PDFUA-1 7.2-3', '/S /THead', '/S /Div'],
  ['PDFUA-1 7.2-5, PDFUA-1 7.2-6', '/S /Table', '/S /Div'],
  ['PDFUA-1 7.2-4', '/S /TBody', '/S /Div'],
  ['PDFUA-1 7.2-8, PDFUA-1 7.2-9', '/S /TR', '/S /Div'],
  ['PDFUA-1 7.2-10', '/S /TD', '/S /P'],
  ['PDFUA-1 7.2-43', /(\/S \/TR .*\[48 0 R) 49 0 R/, '$1'],
  ['PDFUA-1 7.2-11, PDFUA-1 7.2-14', '/S /TBody', '/S /THead'],
  ['PDFUA-1 7.2-17', '/S /L ', '/S /P '],
  ['PDFUA-1 7.2-18', '/S /LI ', '/S /P '],
  ['PDFUA-1 7.2-19', '/S /LI ', '/S /P '],
  ['PDFUA-1 7.2-20', '/S /Lbl ', '/S /P '],
  ['PDFUA-1 7.2-36', '/S /TR ', '/S /P '],
  ['PDFUA-1 7.3-1', /(\/S \/Figure .*)\/Alt <\w+>/, '$1'],
  ['PDFUA-1 7.4.2-1', '/S /H1', '/S /H2'],
  ['PDFUA-1 7.5-1', '/Scope /Column', '/Scope /Row'],
];

const rules = hasEinvoiceFacts ? PROFILES.flatMap(readProfile) : [];

describe.runIf(hasEinvoiceFacts)('a hybrid invoice', () => {
  it('keeps all rules of PDF/A-3b, PDF/A-3a and PDF/UA-1 that can apply to its pages', () => {
    for (const pdf of pdfs) expect(findUnexpectedBreaches(modelPdf(makeHybrid(pdf)), rules)).toEqual([]);
  });

  it('has no object to which a rule applies that is not checked', () => {
    for (const pdf of pdfs) expect(findAbsentTypes(modelPdf(makeHybrid(pdf)))).toEqual([]);
  });

  it.each(BREAKS)('would break %s with %s replaced by %s', (broken, from, to) => {
    let isChanged = false;
    const changed = rewritePdf(hybrid, (text) => {
      const edited = text.replace(from, to);
      isChanged ||= edited !== text;
      return edited;
    });
    expect(isChanged).toBe(true);
    const breaches = findBreaches(modelPdf(changed), rules).map((breach) => breach.split(' ', 2).join(' '));
    for (const id of broken.split(', ')) expect(breaches).toContain(id);
  });

  it.each([
    ['PDFA-3B 6.1.2-1', (text: string) => text.replace('%PDF-1.7', '%PDF-2.0')],
    ['PDFA-3B 6.1.2-2', (text: string) => text.replace('%\u{e2}', '%a')],
    ['PDFA-3B 6.1.3-3', (text: string) => `${text}more`],
    ['PDFA-3B 6.1.9-1', (text: string) => text.replace('\nendobj', ' endobj')],
    ['PDFA-3B 6.1.9-1', (text: string) => text.replace('1 0 obj\n', '1 0 obj ')],
    ['PDFA-3B 6.1.7.1-2', (text: string) => text.replace('\nendstream', ' endstream')],
    ['PDFA-3B 6.1.3-2', (text: string) => text.replace('/Type /XRef /Size', '/Encrypt 1 /Size  ')],
  ])('would break %s with other bytes', (broken, edit) => {
    const changed = Buffer.from(edit(pdfs[1]!.toString('latin1')), 'latin1');
    const breaches = findBreaches(modelPdf(changed), rules).map((breach) => breach.split(' ', 2).join(' '));
    expect(breaches).toContain(broken);
  });

  it('is judged like veraPDF judged another hybrid invoice', () => {
    const sample = modelPdf(readFileSync(einvoicePath('samples/factur-x-pdf/chromium-hybrid.pdf')));
    const breaches = findBreaches(sample, rules);
    expect(breaches.filter((breach) => breach.startsWith('PDFA-3B'))).toEqual([]);
    // It has conformance B, and its link has no description.
    for (const id of ['PDFA-3A 6.6.4-3', 'PDFUA-1 7.18.5-2'])
      expect(breaches.filter((breach) => breach.startsWith(id))).toHaveLength(1);
  });
});

describe.runIf(hasEinvoiceFacts)('the check of hybrid invoices', () => {
  it('checks every rule of the three profiles, or states why it cannot apply', () => {
    const types = new Set(rules.map(({ type }) => type));
    expect([...CHECKED_TYPES, ...Object.keys(CANNOT_OCCUR)].toSorted()).toEqual([...types].toSorted());
  });
});
