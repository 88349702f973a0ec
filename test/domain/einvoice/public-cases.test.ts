import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import type { InvoiceLineInput } from '../../../src/contracts/invoice-input.ts';
import { buildTerms } from '../../../src/domain/einvoice/build-terms.ts';
import { writeFacturae } from '../../../src/domain/einvoice/facturae/write-facturae.ts';
import { judgeFormats, writeXml } from '../../../src/domain/einvoice/formats.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';
import { openRules, type Finding } from '../support/en16931-judge.ts';
import { COMPILING_MS } from '../support/format-judges.ts';
import { completeForFacturae } from '../support/facturae-documents.ts';
import { textAt } from '../support/facturae-rules.ts';
import { IDENTIFIED, buildInput, prepareV1 } from '../support/inputs.ts';
import { einvoicePath, hasEinvoiceFacts } from '../support/shared-facts.ts';

type Case = {
  readonly id: string;
  readonly input: { readonly paid?: boolean; readonly lines: readonly InvoiceLineInput[] };
  readonly right: Readonly<Record<string, unknown>>;
};

const CASES = hasEinvoiceFacts
  ? (JSON.parse(readFileSync(einvoicePath('cases.json'), 'utf8')) as { cases: Case[] }).cases
  : [];
const findCase = (id: string): Case => CASES.find((one) => one.id === id)!;

function accept({ input }: Case) {
  const preparation = prepareV1(buildInput({ ...IDENTIFIED, ...input, lines: [...input.lines] }));
  if (preparation.kind === 'refused') throw new Error(JSON.stringify(preparation));
  return preparation.invoice.document;
}

/** Where each case is tested. */
const TESTED: Readonly<Record<string, string>> = {
  c01: 'here',
  c04: 'here',
  c06: 'here',
  c07: 'here',
  // The structure of the PDF is tested in test/render/postprocess (attach-factur-x,
  // hybrid-invoices, pdfa-rules).
  c10: 'here, with the amounts of the XML',
};

/** Mistakes of other products, from public reports, with the right amounts. */
describe.runIf(hasEinvoiceFacts)('an electronic invoice', () => {
  let rules: Record<'ubl' | 'cii', (xml: string) => Finding[]>;
  beforeAll(() => void (rules = { ubl: openRules('ubl'), cii: openRules('cii') }), COMPILING_MS);

  /** Returns what the official rules find in the UBL and the CII of a document. */
  function judge(document: InvoiceDocument): Finding[] {
    const source = { document, profile: buildProfile() };
    return [...rules.ubl(writeXml('ubl', source)), ...rules.cii(writeXml('hybrid', source))];
  }

  it('has a test for every public report of a mistake', () => {
    expect(CASES.map(({ id }) => id)).toEqual(Object.keys(TESTED));
  });

  it.each(['c01', 'c04'])('has the right amounts where another product had wrong ones: %s', (id) => {
    const one = findCase(id);
    const terms = buildTerms(accept(one), buildProfile());
    const { official_verdict: verdict, ...right } = one.right;
    expect(judge(accept(one))).toEqual(verdict);
    const [breakdown] = terms['BG-23'];
    const found = Object.fromEntries(
      Object.keys(right).map((term) => [
        term,
        term in terms['BG-25'][0]!
          ? terms['BG-25'].map((line) => line[term as 'BT-131'])
          : ((terms as unknown as Record<string, unknown>)[term] ??
            (breakdown as unknown as Record<string, unknown>)[term]),
      ]),
    );
    expect(found).toEqual(right);
  });

  it('is refused as UBL, CII and hybrid with lines that are not subject beside taxed ones, and is a Facturae of 221 €', () => {
    const document = accept(findCase('c06'));
    const states = judgeFormats({ document, profile: buildProfile() });
    expect(['ubl', 'cii', 'hybrid'].map((format) => states.get(format as 'ubl')?.rule)).toEqual(
      Array(3).fill('BR-O-11'),
    );
    const xml = writeFacturae(completeForFacturae(document), buildProfile());
    expect(textAt(xml, '//InvoiceTotal')).toBe('221.00');
    expect(textAt(xml, '//InvoiceLine[1]//SpecialTaxableEventCode')).toBe('02');
  });

  it('has neither VAT identifiers nor rates if nothing on it is subject to IVA', () => {
    const one = findCase('c06');
    const [notSubject] = one.input.lines;
    const document = accept({ ...one, input: { lines: [notSubject!] } });
    const {
      'BG-4': seller,
      'BG-7': buyer,
      'BG-23': breakdown,
      'BG-25': lines,
    } = buildTerms(document, buildProfile());
    expect([seller['BT-31'], seller['BT-32'], buyer['BT-48']]).toEqual([undefined, 'B12345674', undefined]);
    expect(breakdown.map(({ tax, 'BT-121': vatex }) => [tax, vatex])).toEqual([
      [{ category: 'O' }, 'VATEX-EU-O'],
    ]);
    expect(lines.map(({ tax }) => tax)).toEqual([{ category: 'O' }]);
    expect(judge(document)).toEqual([]);
  });

  it('states the cent that is withheld, and never a negative zero', () => {
    const one = findCase('c07');
    const xml = writeFacturae(completeForFacturae(accept(one)), buildProfile());
    const right = one.right['facturae'] as Record<string, string>;
    expect(Object.fromEntries(Object.keys(right).map((name) => [name, textAt(xml, `//${name}`)]))).toEqual(
      right,
    );
    expect(xml).not.toContain('-0.00');
    const [withoutWithholding] = one.input.lines;
    const other = accept({
      ...one,
      input: { lines: [{ ...withoutWithholding!, income_tax_withholding_rate: null }] },
    });
    const plain = writeFacturae(completeForFacturae(other), buildProfile());
    expect(textAt(plain, '//TotalTaxesWithheld')).toBe('0.00');
  });

  it('is a hybrid with the amounts of a paid invoice', () => {
    const one = findCase('c10');
    const document = accept(one);
    const right = one.right['xml'] as Record<string, string>;
    const terms = buildTerms(document, buildProfile()) as unknown as Record<string, unknown>;
    expect(Object.fromEntries(Object.keys(right).map((term) => [term, terms[term]]))).toEqual(right);
    expect(judge(document)).toEqual([]);
  });
});
