import { XmlDocument } from 'libxml2-wasm';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { ELECTRONIC_FORMATS, type UblProfileName } from '../../../src/contracts/electronic-formats.ts';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { writeXml } from '../../../src/domain/einvoice/formats.ts';
import { NotExpressible } from '../../../src/domain/einvoice/refusal.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';
import { everyNth } from '../../support/long.ts';
import { TODAY } from '../support/inputs.ts';
import { resolveAnyOriginals } from '../support/originals.ts';
import { buildV2, lineV2, RECIPIENT_V2 } from '../support/v2-cases.ts';

const CONTEXT = { organizationName: 'Talleres Ñandú SL', today: TODAY } as const;
const PROFILE = buildProfile();

/** Texts that XML does not allow, that look like XML, or that change how a text is read. */
const HOSTILE = [
  ['\0', '\u0001', '\b', '\u000B', '\f', '\u001B', '\u001F', '\u007F', '\u0085', '\u009F'],
  ['\uD800', '\uDC00', '\uDC00\uD800', '\uFFFE', '\uFFFF', '\uFDD0', '\u{1FFFF}', '\u{10FFFF}'],
  ['\t', '\n', '\r', '\r\n', '\u2028', '\u2029', '\uFEFF', '\u200B', '\u00A0', '\u00AD'],
  ['\u202E', '\u2066', '\u2067a\u2069', 'שלום עולם', 'مرحبا', '👩‍👩‍👧‍👦', '🇪🇸', '𝒜', 'e\u0301', '\u0301'],
  ['<', '>', '&', '"', "'", ']]>', '<![CDATA[', '<!--', '-->', '&#0;', '&#xFFFE;', '&amp;', '&lt;', '&x;'],
  ['<?xml version="1.0"?>', '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/hostname">]>', '</cbc:ID>'],
  ['../../x', '%00', '$&', '${x}', '{reason}', '__proto__'],
].flat();

/** An invoice with a value for every text, and with each kind of object. */
const FULL = buildV2({
  external_invoice_id: 'ext',
  issuer_name: 'Luisa Pérez Sanz',
  operation_description: 'Servicios',
  issue_date: TODAY,
  operation_date: TODAY,
  recipients: [
    {
      ...RECIPIENT_V2,
      postal_code: '28013',
      city: 'Madrid',
      country_code: 'ES',
      electronic_address: { scheme: '9920', value: 'ESA12345674' },
      dir3: {
        accounting_office: 'L01280796',
        managing_body: 'L01280796',
        processing_unit: 'L01280796',
        proposing_body: 'L01280796',
      },
    },
  ],
  buyer_reference: 'B-1',
  order_reference: 'O-1',
  contract_reference: 'C-1',
  delivery_note_references: ['D-1'],
  project_reference: 'P-1',
  period: { start: '2026-11-01', end: '2026-11-19' },
  payment: {
    means: 'bank_transfer',
    iban: 'ES9121000418450200051332',
    bic: 'CAIXESBB',
    terms: 'A 30 días',
    due: [{ date: '2026-12-01', amount: '119.79' }],
  },
  footer_note: 'Nota',
  allowances: [{ reason: 'Descuento', amount: 1, tax_rate: 21 }],
  charges: [{ reason: 'Portes', amount: 1, tax_rate: 21 }],
  lines: [
    lineV2({
      notes: 'Nota de línea',
      unit_code: 'C62',
      item_code: 'I-1',
      gtin: '4006381333931',
      buyer_item_code: 'BI-1',
      period: { start: '2026-11-01', end: '2026-11-19' },
      order_line_reference: '1',
      allowances: [{ reason: 'Descuento', amount: 1 }],
    }),
  ],
});
const original = { issuer_nif: 'B12345674', number_serie: 'F-1', issue_date: '2026-11-01' };
const BASES: readonly [string, InvoiceInput][] = [
  ['with every text', FULL],
  [
    'paid by direct debit',
    {
      ...FULL,
      payment: {
        means: 'direct_debit',
        mandate_reference: 'M-1',
        creditor_id: 'ES11000B12345674',
        iban: 'ES9121000418450200051332',
        due: [{ date: '2026-12-01', amount: '119.79' }],
      },
    },
  ],
  [
    'that rectifies another',
    {
      ...FULL,
      invoice_type: 'R1',
      rectification: { method: 'differences', reason: 'Error', invoices: [original] },
    },
  ],
  ['that replaces another', { ...FULL, invoice_type: 'F3', replaces: [original] }],
];

type Path = readonly (string | number)[];
type Node = TSchema & {
  readonly type?: string;
  readonly anyOf?: readonly TSchema[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
};

/** Lists the places of texts in a schema. Of a list it names the first item. */
function* listTexts(schema: TSchema, path: Path = []): Generator<Path> {
  const { type, anyOf, properties, items } = schema as Node;
  if (type === 'string') yield path;
  for (const one of anyOf ?? []) yield* listTexts(one, path);
  for (const [name, one] of Object.entries(properties ?? {})) yield* listTexts(one, [...path, name]);
  if (items !== undefined) yield* listTexts(items, [...path, 0]);
}

/** Returns a copy in which a place has another value; null if the place does not exist. */
function replaceAt(value: unknown, [name, ...rest]: Path, text: (old: string) => string): unknown {
  if (name === undefined) return typeof value === 'string' ? text(value) : null;
  const copy = structuredClone(value) as Record<string | number, unknown> | null | undefined;
  if (copy === null || copy === undefined || copy[name] === undefined) return null;
  const inner = replaceAt(copy[name], rest, text);
  if (inner === null) return null;
  copy[name] = inner;
  return copy;
}

function prepare(input: InvoiceInput): InvoiceDocument | null {
  const preparation = prepareInvoice(input, CONTEXT);
  if (preparation.kind === 'refused') return null;
  const resolved = resolveAnyOriginals(preparation.invoice);
  return resolved.kind === 'refused' ? null : resolved.invoice.document;
}

/**
 * Writes a document in all formats. A parser must be able to read each.
 * @returns how many could be written.
 */
function writeAll(document: InvoiceDocument): number {
  let written = 0;
  const profiles: readonly UblProfileName[] = ['cen', 'peppol'];
  for (const format of ELECTRONIC_FORMATS)
    for (const profile of format === 'ubl' ? profiles : profiles.slice(0, 1)) {
      try {
        const xml = writeXml(format, { document, profile: PROFILE }, profile);
        XmlDocument.fromString(xml).dispose();
        expect(xml.isWellFormed()).toBe(true);
        written += 1;
      } catch (error) {
        if (!(error instanceof NotExpressible)) throw error;
      }
    }
  return written;
}

const TEXTS = [...new Set([...listTexts(InvoiceInput)].map((path) => JSON.stringify(path)))].map(
  (path) => JSON.parse(path) as Path,
);

describe.each(BASES)('an accepted invoice %s', (_what, base) => {
  it('is written in every format as it is', () => {
    expect(writeAll(prepare(base)!)).toBe(5);
  });

  it('is XML that a parser reads, whatever text any member contains', () => {
    let written = 0;
    let places = 0;
    for (const path of TEXTS) {
      if (replaceAt(base, path, (old) => old) === null) continue;
      places += 1;
      // Each place has other texts.
      for (const text of everyNth(4, [...HOSTILE.slice(places % 4), ...HOSTILE.slice(0, places % 4)]))
        for (const put of [
          () => text,
          (old: string) => `${old}${text}`,
          (old: string) => `${old}${text}${old}`,
        ]) {
          const document = prepare(replaceAt(base, path, put) as InvoiceInput);
          try {
            if (document !== null) written += writeAll(document);
          } catch (error) {
            throw new Error(`${path.join('.')}: ${JSON.stringify(text)}`, { cause: error });
          }
        }
    }
    expect(places).toBeGreaterThan(40);
    expect(written).toBeGreaterThan(1000);
  });
});
