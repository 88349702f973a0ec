import { describe, expect, it } from 'vitest';
import { buildInvoiceCase } from '../../src/spfe/rules/invoice-case.ts';
import { INVOICE_RULES, judgeDocument, MOST_BYTES } from '../../src/spfe/rules/judge-document.ts';
import { buildCensus } from '../../src/taxpayers/census.ts';
import { parseXml } from '../../src/xml/parse-xml.ts';
import { AMOUNT_CASES } from './support/rule-cases/amount-cases.ts';
import { HEAD_CASES } from './support/rule-cases/head-cases.ts';
import { LINE_CASES } from './support/rule-cases/line-cases.ts';
import { PARTY_CASES } from './support/rule-cases/party-cases.ts';
import type { RuleCase } from './support/rule-cases/rule-case.ts';
import {
  BUYER,
  SELLER,
  writeForeignInvoice,
  writeFullInvoice,
  writeInvoice,
  type Edit,
} from './support/write-invoice.ts';

const CASES: readonly RuleCase[] = [...HEAD_CASES, ...PARTY_CASES, ...AMOUNT_CASES, ...LINE_CASES];

const census = buildCensus({ unknown: ['B87654323'] });

function judge(xml: string, from = SELLER, bytes = Buffer.byteLength(xml)) {
  return judgeDocument(parseXml(xml), { bytes, from, census });
}

/** Lists the terms of all rules that an invoice breaks. */
function listBroken(xml: string): string[] {
  const given = buildInvoiceCase(parseXml(xml), census);
  return [...new Set(INVOICE_RULES.filter((rule) => rule.breaks(given)).map(({ term }) => term))];
}

const termOf = (detail: string | undefined) => detail?.slice(0, detail.indexOf(': '));

describe('a rule of Annex I', () => {
  it.each(CASES)('refuses $what by $term', ({ term, broken, also }) => {
    const terms = listBroken(broken);
    expect(terms).toContain(term);
    expect(terms).toContain(termOf(judge(broken)?.detail));
    expect(terms.length > 1).toBe(also ?? false);
  });

  it.each(CASES.filter(({ allowed }) => allowed !== undefined))(
    'of $term allows the nearest invoice to $what',
    ({ allowed }) => {
      expect([judge(allowed!), listBroken(allowed!)]).toEqual([null, []]);
    },
  );

  it('has a case', () => {
    const given = CASES.map(({ broken }) => buildInvoiceCase(parseXml(broken), census));
    const unbroken = INVOICE_RULES.filter((rule) => !given.some((invoice) => rule.breaks(invoice)));
    expect(unbroken.map(({ term, what }) => `${term}: ${what}`)).toEqual([]);
  });
});

describe('the structure of a document for the SPFE', () => {
  it.each([
    [
      'an unknown element',
      [['>ES</cbc:IdentificationCode>', '>ES</cbc:IdentificationCode><cbc:Name>España</cbc:Name>']],
      'Country/Name',
    ],
    [
      'the elements in another order',
      [
        ['<cbc:IssueDate>2027-11-30</cbc:IssueDate>', ''],
        [
          '<cbc:InvoiceTypeCode>',
          '<cbc:DueDate>2027-12-01</cbc:DueDate><cbc:IssueDate>2027-11-30</cbc:IssueDate><cbc:InvoiceTypeCode>',
        ],
      ],
      'Invoice/IssueDate',
    ],
    [
      'a missing element',
      [['<cbc:RegistrationName>Empresa Ejemplo, S.L.</cbc:RegistrationName>', '']],
      'PartyLegalEntity/RegistrationName',
    ],
    [
      'an element too often',
      [
        [
          '<cbc:StreetName>Calle Mayor 1</cbc:StreetName><cbc:CityName>Madrid',
          '<cbc:StreetName>Calle Mayor 1</cbc:StreetName><cbc:StreetName>2</cbc:StreetName><cbc:CityName>Madrid',
        ],
      ],
      'PostalAddress/StreetName',
    ],
    [
      'an amount of three decimals',
      [['>242.00</cbc:PayableAmount>', '>242.000</cbc:PayableAmount>']],
      'LegalMonetaryTotal/PayableAmount',
    ],
    [
      'a day with a zone',
      [['>2027-11-30</cbc:IssueDate>', '>2027-11-30Z</cbc:IssueDate>']],
      'Invoice/IssueDate',
    ],
    [
      'a day that the calendar lacks',
      [['>2027-11-30</cbc:IssueDate>', '>2027-11-31</cbc:IssueDate>']],
      'Invoice/IssueDate',
    ],
    ['a blank text', [['>Lámpara<', '> <']], 'Item/Name'],
    ['an unknown attribute', [['<cbc:Name>Lámpara', '<cbc:Name languageID="es">Lámpara']], 'Item/Name'],
    [
      'an attribute without its namespace',
      [['unitCode="C62"', 'unitCode="C62" x="1"']],
      'InvoiceLine/InvoicedQuantity',
    ],
    [
      'an amount without currency',
      [['currencyID="EUR">242.00</cbc:PayableAmount>', '>242.00</cbc:PayableAmount>']],
      'LegalMonetaryTotal/PayableAmount',
    ],
    ['a quantity without unit', [[' unitCode="C62"', '']], 'InvoiceLine/InvoicedQuantity'],
    ['text between elements', [['<cac:TaxTotal>', '<cac:TaxTotal>x']], 'Invoice/TaxTotal'],
    [
      'an element in another namespace',
      [['<cbc:Name>Lámpara</cbc:Name>', '<cac:Name>Lámpara</cac:Name>']],
      'Item/Name',
    ],
  ] satisfies [string, Edit[], string][])('refuses %s', (_what, edits, detail) => {
    expect(judge(writeInvoice({ edits }))).toEqual({ code: 1, detail });
  });

  it.each([
    [
      'an order',
      '<cac:AccountingSupplierParty>',
      '<cac:OrderReference><cbc:ID>P-1</cbc:ID></cac:OrderReference><cac:AccountingSupplierParty>',
    ],
    [
      'the period of a line',
      '<cac:Item>',
      '<cac:InvoicePeriod><cbc:StartDate>2027-11-01</cbc:StartDate></cac:InvoicePeriod><cac:Item>',
    ],
    [
      'an identifier of an item',
      '<cac:ClassifiedTaxCategory>',
      '<cac:StandardItemIdentification><cbc:ID schemeID="0160">8400</cbc:ID></cac:StandardItemIdentification><cac:ClassifiedTaxCategory>',
    ],
  ])('lets an original but no copy contain %s', (_what, find, put) => {
    const edits: Edit[] = [[find, put]];
    expect(judge(writeInvoice({ edits }))).toBe(null);
    expect(judge(writeInvoice({ edits, isCopy: true }))).toMatchObject({ code: 1 });
  });

  it('allows no embedded file, and a link in an original alone', () => {
    const document = (inside: string): Edit => [
      '<cac:AccountingSupplierParty>',
      `<cac:AdditionalDocumentReference><cbc:ID>AUT</cbc:ID><cbc:UUID>1</cbc:UUID><cac:Attachment>${inside}</cac:Attachment></cac:AdditionalDocumentReference><cac:AccountingSupplierParty>`,
    ];
    const embedded = document('<cbc:EmbeddedDocumentBinaryObject>AA==</cbc:EmbeddedDocumentBinaryObject>');
    const link = document(
      '<cac:ExternalReference><cbc:URI>https://example.com</cbc:URI></cac:ExternalReference>',
    );
    expect(judge(writeInvoice({ edits: [embedded] }))?.detail).toMatch(/^BT-125/);
    expect(judge(writeInvoice({ edits: [link] }))).toBe(null);
    expect(judge(writeInvoice({ edits: [link], isCopy: true }))).not.toBe(null);
  });

  it('is that of an invoice and no credit note', () => {
    const note = writeInvoice()
      .replaceAll('Invoice-2', 'CreditNote-2')
      .replace('<Invoice ', '<CreditNote ')
      .replace('</Invoice>', '</CreditNote>');
    expect(judge(note)).toEqual({ code: 1, detail: 'Invoice' });
  });

  it('has at most 5,120 kB', () => {
    expect(judge(writeInvoice(), SELLER, MOST_BYTES)).toBe(null);
    expect(judge(writeInvoice(), SELLER, MOST_BYTES + 1)).toEqual({ code: 8, detail: '' });
  });
});

describe('a sender for whom the SPFE takes an invoice', () => {
  const type = (code: string): Edit => ['>380<', `>${code}<`];

  it.each([
    ['the issuer', writeInvoice(), SELLER, null],
    ['the recipient', writeInvoice(), BUYER, 7],
    ['the recipient of self-billing', writeInvoice({ edits: [type('389')] }), BUYER, null],
    ['the third party that issued', writeFullInvoice(), '12345678Z', null],
    ['another', writeForeignInvoice(), '12345678Z', 7],
  ])('is judged: %s', (_who, xml, from, code) => {
    expect(judge(xml, from)?.code ?? null).toBe(code);
  });
});
