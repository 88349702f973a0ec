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
 * The machine-readable rules of PDF/A-3b, PDF/A-3a and PDF/UA-1, as veraPDF states them, applied to
 * hybrid invoices.
 */

const pdfs = readGoldenPdfs();
const hybrid = makeHybrid(pdfs[1]!);

/**
 * Changes of a hybrid invoice, of each part of it: what is replaced in its objects and streams, and
 * the rules that this must break.
 */
const BREAKS: readonly (readonly [broken: string, from: string | RegExp, to: string])[] = [
  // The file and its catalog
  ['PDFA-3A 6.7.2.2-1, PDFUA-1 6.2-1', '/Marked true', '/Marked false'],
  ['PDFA-3A 6.7.4-1, PDFUA-1 7.2-29', '(es-ES)', '(es_ES)'],
  ['PDFA-3B 6.1.3-1', /^\/ID .*/, '/ID [() ()] '],
  // Colours
  ['PDFA-3B 6.2.4.3-2, PDFA-3B 6.2.4.3-4', '/S /GTS_PDFA1', '/S /GTS_PDFX'],
  ['PDFA-3B 6.2.10-2', '/S /GTS_PDFA1', '/S /GTS_PDFX'],
  // The embedded invoice
  ['PDFA-3B 6.8-2, PDFUA-1 7.11-1', '/UF (factur-x.xml)', ''],
  ['PDFA-3B 6.8-3', '/AFRelationship /Alternative', ''],
  // Metadata
  ['PDFA-3B 6.6.2.1-2', 'W5M0MpCehiHzreSzNTczkc9d"', 'W5M0MpCehiHzreSzNTczkc9d" bytes="9"'],
  ['PDFA-3B 6.6.2.3.1-2', /<rdf:Bag><rdf:li>es-ES.*Bag>/, '<rdf:Seq><rdf:li>es-ES</rdf:li></rdf:Seq>'],
  ['PDFA-3B 6.6.2.3.3-4', '<pdfaSchema:prefix>fx</pdfaSchema:prefix>', ''],
  ['PDFA-3B 6.6.4-2', '<pdfaid:part>3', '<pdfaid:part>2'],
  ['PDFUA-1 7.1-9', /<dc:title>.*<\/dc:title>\n/, ''],
  // Annotations and actions
  ['PDFA-3B 6.3.2-1', '/F 4', ''],
  ['PDFA-3B 6.5.1-1', '/S /URI', '/S /Launch'],
  ['PDFUA-1 7.18.5-1', '/S /Link', '/S /Span'],
  // Pages
  ['PDFA-3B 6.2.2-1', /^q$/m, 'unknown q'],
  ['PDFA-3B 6.1.6-1', '/StructParents 0', '/StructParents 0 /More <abc>'],
  // Fonts
  ['PDFA-3B 6.2.11.4.1-1, PDFUA-1 7.21.4.1-1', /\/FontFile2 \d+ 0 R/, ''],
  ['PDFA-3B 6.2.11.5-1, PDFUA-1 7.21.5-1', '/W [0 [656.25 0 689.94141]', '/W [0 [656.25 0 688]'],
  ['PDFA-3A 6.2.11.7.2-1, PDFUA-1 7.21.7-1', '<0054> <0050>\n', ''],
  // Structure
  ['PDFA-3A 6.7.3.3-1', /\/StructTreeRoot \d+ 0 R/, ''],
  ['PDFUA-1 7.1-3', '/Artifact BMC', '/P BMC'],
  ['PDFUA-1 7.2-10', '/S /TD', '/S /P'],
  ['PDFUA-1 7.2-17', '/S /L ', '/S /P '],
  ['PDFUA-1 7.3-1', /(\/S \/Figure .*)\/Alt <\w+>/, '$1'],
  ['PDFUA-1 7.4.2-1', '/S /H1', '/S /H2'],
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
    ['PDFA-3B 6.1.9-1', (text: string) => text.replace('\nendobj', ' endobj')],
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
