import { describe, expect, it } from 'vitest';
import type { TSchema } from 'typebox';
import type { InvoiceInput, InvoiceLineInput } from '../../../src/contracts/invoice-input.ts';
import * as schemas from '../../../src/contracts/invoice-input.ts';
import type { Finding } from '../../../src/domain/reading/findings.ts';
import { buildInput, buildLine, documentOf, TODAY, prepareV1 } from '../support/inputs.ts';

/*
 * Every text member of the schemas refuses characters with which the page would show another text
 * than the invoice contains.
 */

const findTexts = (schema: { properties: Record<string, TSchema> }) =>
  Object.keys(schema.properties).filter((name) => {
    const text = JSON.stringify(schema.properties[name]);
    return text.includes('"type":"string"') && !text.includes('"type":"array"');
  });
const MEMBERS = [
  ...findTexts(schemas.InvoiceInput).map((name) => ({ name, isLine: false })),
  ...findTexts(schemas.InvoiceLineInput).map((name) => ({ name, isLine: true })),
];
const FREE = new Set([
  'external_invoice_id',
  'issuer_name',
  'operation_description',
  'recipient_legal_name',
  'recipient_billing_address',
  'recipient_billing_postal_code',
  'recipient_billing_city',
  'payment_method_info',
  'footer_note',
  'concept',
  'notes',
]);
/** Deceptive texts, each with the code point that its message names. */
const DECEPTIVE: readonly [text: string, codePoint: string][] = [
  ...['202A', '202B', '202C', '202D', '202E'].map(
    (hex) => [`1${fromHex(hex)}2`, `U+${hex}`] as [string, string],
  ),
  ...['2066', '2067', '2068', '2069'].map((hex) => [`1${fromHex(hex)}2`, `U+${hex}`] as [string, string]),
  [`x${'\u0336'.repeat(9)}`, 'U+0336'],
];

function fromHex(hex: string): string {
  return String.fromCodePoint(Number.parseInt(hex, 16));
}

function findingsOf({ name, isLine }: (typeof MEMBERS)[number], value: string): readonly Finding[] {
  const header: InvoiceInput = isLine ? {} : { [name]: value };
  const line: InvoiceLineInput = isLine ? { [name]: value } : {};
  const input = buildInput({ ...header, lines: [buildLine(line)] });
  const preparation = prepareV1(input, { organizationName: 'Talleres Ñandú SL', today: TODAY });
  const field = isLine ? `lines[0].${name}` : name;
  return preparation.kind === 'prepared'
    ? []
    : preparation.findings.filter((finding) => finding.field === field);
}

describe('a text of an invoice [B11]', () => {
  it('is tested for every text member', () => {
    expect(MEMBERS.filter(({ name }) => FREE.has(name))).toHaveLength(FREE.size);
    expect(MEMBERS.length).toBeGreaterThan(FREE.size + 10);
  });

  it.each(MEMBERS)('$name refuses characters that would make it look like another text', (member) => {
    for (const [text, codePoint] of DECEPTIVE) {
      const findings = findingsOf(member, text);
      expect(findings).not.toEqual([]);
      if (!FREE.has(member.name)) continue;
      expect(findings).toMatchObject([{ code: 'forbidden_characters' }]);
      expect(findings[0]!.message.en).toContain(` can't contain `);
      expect(findings[0]!.message.en).toContain(codePoint);
    }
  });

  it.each(MEMBERS.filter(({ name }) => FREE.has(name)))(
    '$name accepts balanced isolates and 8 combining marks on one character',
    (member) => {
      expect(findingsOf(member, `\u2067a\u2066b\u2069\u2069 x${'\u0336'.repeat(8)}`)).toEqual([]);
    },
  );

  it('has no open isolate when the description is built from concepts and truncated', () => {
    const concept = `\u2067${'b'.repeat(490)}\u2069`;
    const { description } = documentOf(
      buildInput({ lines: [buildLine({ concept }), buildLine({ concept })] }),
    );
    expect(description).toBe(`${'b'.repeat(490)}, bbbbb`);
    const short = documentOf(buildInput({ lines: [buildLine({ concept: '\u2067b\u2069' })] }));
    expect(short.description).toBe('\u2067b\u2069');
  });
});
