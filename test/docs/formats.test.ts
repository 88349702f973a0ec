import { type XmlElement, XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../src/contracts/invoice-document.ts';
import type { InvoiceInput } from '../../src/contracts/v2/invoice-input.ts';
import { writeFacturae } from '../../src/domain/einvoice/facturae/write-facturae.ts';
import { writeXml } from '../../src/domain/einvoice/formats.ts';
import { prepareInvoice } from '../../src/domain/invoice/prepare-invoice.ts';
import { buildInvoiceSection } from '../../src/render/template/invoice-section.ts';
import { buildPrintable, buildProfile } from '../render/support/build-invoice.ts';
import { listBlocks, readProse } from './support/documents.ts';

/* The table of the guide with the elements of each format, for the invoice that the guide issues. `run.e2e.test.ts` runs its commands. */

const NAMESPACES = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};

/** Reads the only invoice of the guide with DIR3 centres, and the address of its issuer in the operator's command. */
function readGuide(): { invoice: InvoiceInput; address: readonly string[] } {
  const texts = listBlocks('docs/guide.md').map(({ text }) => text);
  const [, body = ''] = /<<'JSON'\n([^]*?)\nJSON\n/.exec(texts.find((text) => text.includes('dir3'))!)!;
  const { invoice_batch } = JSON.parse(body) as { invoice_batch: { invoices: [InvoiceInput] } };
  const [invoice] = invoice_batch.invoices;
  const order = new RegExp(
    `org issuer 1 ${invoice.issuer_nif} --address '(.+)' --postal-code (\\d+) --city (\\w+)`,
  );
  const [, ...address] = texts.map((text) => order.exec(text)).find((found) => found !== null)!;
  return { invoice, address };
}

function prepare(invoice: InvoiceInput): InvoiceDocument {
  const prepared = prepareInvoice(invoice, {
    organizationName: 'Ejemplo SL',
    today: '2026-11-20',
    version: 2,
  });
  if (prepared.kind !== 'prepared') throw new Error(JSON.stringify(prepared));
  return prepared.invoice.document;
}

/** Reads the text of a page, with one blank between its parts. */
function readPage(document: InvoiceDocument): string {
  const section = buildInvoiceSection(buildPrintable(document), 'many', {
    mark: 'x-invoice:1',
    logoClass: null,
  });
  return String(section)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

/** Reads an element of an XML document. @param place an XPath, from the root element unless it begins with `//`. */
function readPlace(xml: string, place: string): string | undefined {
  using document = XmlDocument.fromString(xml);
  const found = document.get(place.startsWith('//') ? place : `/*/${place}`, NAMESPACES);
  return (found as XmlElement | null)?.content;
}

/** Reads the rows of the table in a guide: term, text of the page, places of UBL, CII and Facturae, and value. */
function readRows(guide: string): string[][] {
  const [, table = ''] = /<!-- formats -->\n([^]*?)<!-- \/formats -->/.exec(readProse(guide))!;
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => row.slice(2, -2).split(' | '));
}

const { invoice, address } = readGuide();
const [street = '', postalCode = '', city = ''] = address;
const document = prepare(invoice);
const profile = buildProfile({ address: street, postalCode, city, registryNote: null });
const page = readPage(document);
const source = { document, profile };
const WRITTEN = [
  ['UBL', 2, writeXml('ubl', source)],
  ['CII', 3, writeXml('cii', source)],
  ['a hybrid invoice', 3, writeXml('hybrid', source)],
  ['Facturae', 4, writeFacturae(document, profile)],
] as const;
const unquote = (cell: string) => cell.replaceAll(/^`|`$/g, '');

it('the tables of the guide in English and in Spanish have the same elements and values', () => {
  const rows = readRows('docs/guide.md');
  expect(rows.length).toBeGreaterThan(10);
  const withoutTerms = (guide: string) => readRows(guide).map(([, ...cells]) => cells);
  expect(withoutTerms('docs/guia.md')).toEqual(withoutTerms('docs/guide.md'));
});

describe.each(readRows('docs/guide.md'))('%s in the invoice of the guide', (...row) => {
  it.skipIf(row[1] === '–')('is printed as the table says', () => {
    expect(page).toContain(unquote(row[1]!));
  });

  it.each(WRITTEN)(
    'has the value of the table in %s, or no element if the table has none',
    (_, column, xml) => {
      const [place, own] = row[column]!.split(' = ').map(unquote);
      const value = own ?? unquote(row[5]!);
      const isNone = place === '–';
      const found = isNone ? xml.includes(`>${value}<`) : readPlace(xml, place!);
      expect(found).toBe(isNone ? false : value);
    },
  );
});
