import * as fc from 'fast-check';
import {
  DOCUMENT_TYPES,
  INVOICE_TYPES,
  ISSUED_BY_ROLES,
  PAYMENT_MEANS,
  RECTIFICATION_METHODS,
  TAX_EXEMPTION_CODES,
  TAX_OPERATION_KEYS,
} from '../../../src/contracts/codes.ts';
import { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { TODAY } from './inputs.ts';

type Schema = {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
};

const REGIMES = ['01', '02', '03', '05', '06', '07', '08', '10', '11', '14', '15', '17', '19'];
const TAX_TYPES = ['iva', 'igic', 'psi', 'oss', 'others'];
const COUNTRIES = ['ES', 'FR', 'US', 'es', 'UK'];
const DATES = [TODAY, '2026-10-01', '2023-11-01', '2027-02-01', '2028-01-15', '1999-01-01', '2026-02-30'];
const NUMBERS = [
  'B12345674',
  'P1234567D',
  '12345678Z',
  'X1234567L',
  'ESB12345674',
  'FR12345678901',
  'XI1',
  'C01-1',
  '?',
];
/** What a text of a name can be, besides the odd texts that each can be. */
const VALUES: readonly (readonly [name: RegExp, values: readonly string[]])[] = [
  [/^invoice_type$/, INVOICE_TYPES],
  [/^tax_type$/, TAX_TYPES],
  [/^tax_regime$/, REGIMES],
  [/^tax_operation_key$/, TAX_OPERATION_KEYS],
  [/^tax_exemption_code$/, TAX_EXEMPTION_CODES],
  [/country/, COUNTRIES],
  [/date|^start$|^end$/, DATES],
  [/document_type|^type$/, [...DOCUMENT_TYPES, 'international_vat_number']],
  [/nif$|document_number|^number$/, NUMBERS],
  [/^means$|^payment_method$/, PAYMENT_MEANS],
  [/^method$/, RECTIFICATION_METHODS],
  [/^role$/, ISSUED_BY_ROLES],
  [/^currency$/, ['USD', 'EUR', 'usd']],
];
const ODD_TEXTS = [
  '',
  ' ',
  'x',
  'A/1',
  'ñ<',
  'a\nb',
  '\u202eabc',
  '\u2066abc',
  'abc\u2069',
  '\ud800',
  'a'.repeat(9001),
];
const NUMBERS_OF_ANY_KIND = [0, 0.21, 1, 5.2, 21, 100, 101, -1, 0.1234567, 1e13, 1e-9, 21.000000000000004];
const DECIMAL_TEXTS = ['0', '21', '100.00', '-1', '1,5', '12345678901234', '0.1234567'];

/**
 * Generates invoices of version 2 with any values that their schema allows, most of which break
 * many rules.
 */
export const wrongInvoices = arbitraryOf(InvoiceInput as unknown as Schema, '') as fc.Arbitrary<InvoiceInput>;

function arbitraryOf(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((each) => arbitraryOf(each, name)));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.constantFrom(-1, 0, 1, 7);
    case 'number':
      return fc.constantFrom(...NUMBERS_OF_ANY_KIND);
    case 'array':
      return fc.array(arbitraryOf(schema.items!, name), { maxLength: 3 });
    case 'object':
      return objectOf(schema, name);
    case 'string':
    case undefined:
    default:
      return textOf(name);
  }
}

function objectOf({ properties = {} }: Schema, name: string): fc.Arbitrary<unknown> {
  if (name === 'metadata')
    return fc.dictionary(fc.constantFrom('', 'a', 'k'.repeat(99)), fc.constantFrom('x', 'v'.repeat(600)));
  const members = Object.entries(properties).map(
    ([member, each]) => [member, arbitraryOf(each, member)] as const,
  );
  return fc.record(Object.fromEntries(members), { requiredKeys: [] });
}

function textOf(name: string): fc.Arbitrary<string> {
  const values = VALUES.find(([pattern]) => pattern.test(name))?.[1] ?? [];
  const isDecimal = /rate|amount|percent|price|units|total|margin|base|surcharge/.test(name);
  const right = [...values, ...(isDecimal ? DECIMAL_TEXTS : [])];
  const odd = fc.constantFrom(...ODD_TEXTS);
  return right.length === 0 ? odd : fc.oneof({ arbitrary: fc.constantFrom(...right), weight: 5 }, odd);
}
