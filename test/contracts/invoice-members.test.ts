import { prepareV1 } from '../domain/support/inputs.ts';
import { describe, expect, it } from 'vitest';
import { INVOICE_MEMBERS, LINE_MEMBERS } from '../../src/contracts/invoice-members.ts';
import type { Keywords } from '../../src/contracts/members.ts';
import type { InvoiceLineInput } from '../../src/contracts/invoice-input.ts';
import { buildInvoice } from '../support/invoices.ts';

/*
 * The limits that the OpenAPI document states for the members of an invoice are those that the
 * rules enforce.
 */

const [LINE] = buildInvoice().lines as [InvoiceLineInput];

/** Returns the codes of the findings about one member, in an invoice that is otherwise valid. */
function findingsOf(name: string, value: unknown): string[] {
  const invoice =
    name in INVOICE_MEMBERS
      ? buildInvoice({ [name]: value })
      : buildInvoice({ lines: [{ ...LINE, [name]: value }] });
  const outcome = prepareV1(invoice, { organizationName: 'Ejemplo SL', today: '2026-11-22' });
  if (outcome.kind === 'prepared') return [];
  const field = name in INVOICE_MEMBERS ? name : `lines[0].${name}`;
  return outcome.findings.filter((finding) => finding.field === field).map(({ code }) => code);
}

const MEMBERS = Object.entries<Keywords>({ ...INVOICE_MEMBERS, ...LINE_MEMBERS });
const withKeyword = (keyword: keyof Keywords) =>
  MEMBERS.filter(([, keywords]) => keywords[keyword] !== undefined);
const WRITTEN = (length: number) => '1'.repeat(length);

describe('the documented limits of an invoice member', () => {
  it.each(withKeyword('maxLength'))(
    '%s may have as many characters as its maxLength, and no more',
    (name, { maxLength }) => {
      expect(findingsOf(name, WRITTEN(maxLength!))).not.toContain('too_long');
      expect(findingsOf(name, WRITTEN(maxLength! + 1))).toContain('too_long');
    },
  );

  it.each(withKeyword('enum'))('%s accepts only the values of its enum', (name, keywords) => {
    for (const word of keywords.enum!) expect(findingsOf(name, word)).not.toContain('unknown_value');
    expect(findingsOf(name, 'x')).toContain('unknown_value');
  });

  it.each(withKeyword('required'))('%s is required', (name) => {
    expect(findingsOf(name, null)).toContain('blank');
    expect(findingsOf(name, undefined)).toContain('blank');
  });

  it.each(MEMBERS.filter(([, { required }]) => !required))('%s is optional', (name) => {
    // The descriptions, not the schema, state what each type of invoice requires of its recipient.
    const isOfRecipient = /^recipient_(legal_name|document)/.test(name) || name === 'tax_rate';
    expect(findingsOf(name, null)).toEqual(isOfRecipient ? ['blank'] : []);
  });

  it.each(MEMBERS.filter(([, { minimum, exclusiveMinimum }]) => minimum === 0 || exclusiveMinimum))(
    '%s refuses numbers below its minimum and above its maximum',
    (name, { minimum, maximum, exclusiveMinimum, exclusiveMaximum }) => {
      const wrong = [
        minimum === undefined ? exclusiveMinimum! : minimum - 1,
        maximum === undefined ? exclusiveMaximum! : maximum + 1,
      ];
      for (const value of wrong) expect(findingsOf(name, value)).not.toEqual([]);
    },
  );

  it.each(withKeyword('pattern'))(
    '%s accepts only values that match its pattern',
    (name, { pattern, examples }) => {
      const form = new RegExp(pattern!, 'u');
      expect(form.test(String(examples![0]))).toBe(true);
      const values = ['A-1', ' A', 'A ', 'a"b', "a'b", 'a<b', 'a=b', 'a>b', 'ñ', 'A 1', 'ES', 'es', 'ESP'];
      const taken = values.filter((value) => findingsOf(name, value).length === 0);
      expect(taken.filter((value) => !form.test(value))).toEqual([]);
    },
  );

  it('allow every documented example', () => {
    const refused = MEMBERS.flatMap(([name, { examples = [] }]) =>
      examples.filter((example) => findingsOf(name, example).length > 0).map(() => name),
    );
    // Only invoices of other types may have a rectified_invoice_id.
    expect(refused).toEqual(['rectified_invoice_id']);
  });
});
