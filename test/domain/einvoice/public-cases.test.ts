import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { InvoiceLineInput } from '../../../src/contracts/invoice-input.ts';
import { buildTerms } from '../../../src/domain/einvoice/build-terms.ts';
import { writeFacturae } from '../../../src/domain/einvoice/facturae/write-facturae.ts';
import { judgeFormats } from '../../../src/domain/einvoice/formats.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';
import { einvoicePath, hasEinvoiceFacts } from '../support/en16931-judge.ts';
import { completeForFacturae } from '../support/facturae-documents.ts';
import { textAt } from '../support/facturae-rules.ts';
import { IDENTIFIED, buildInput, prepareV1 } from '../support/inputs.ts';

type Case = {
  readonly id: string;
  readonly input: { readonly lines: readonly InvoiceLineInput[] };
  readonly right: Readonly<Record<string, unknown>>;
};

const CASES = hasEinvoiceFacts
  ? (JSON.parse(readFileSync(einvoicePath('cases.json'), 'utf8')) as { cases: Case[] }).cases
  : [];
const findCase = (id: string): Case => CASES.find((one) => one.id === id)!;

function accept({ input }: Case) {
  const preparation = prepareV1(buildInput({ ...IDENTIFIED, lines: [...input.lines] }));
  if (preparation.kind === 'refused') throw new Error(JSON.stringify(preparation));
  return preparation.invoice.document;
}

/** Mistakes of other products, from public reports, with the right amounts. */
describe.runIf(hasEinvoiceFacts)('an electronic invoice', () => {
  it.each(['c01', 'c04'])('has the right amounts where another product had wrong ones: %s', (id) => {
    const one = findCase(id);
    const terms = buildTerms(accept(one), buildProfile());
    const { official_verdict: _verdict, ...right } = one.right;
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

  it('states the cent that is withheld, and never a negative zero', () => {
    const one = findCase('c07');
    const xml = writeFacturae(completeForFacturae(accept(one)), buildProfile());
    const right = one.right['facturae'] as Record<string, string>;
    expect(Object.fromEntries(Object.keys(right).map((name) => [name, textAt(xml, `//${name}`)]))).toEqual(
      right,
    );
    expect(xml).not.toContain('-0.00');
  });
});
