import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInvoices } from '../../src/issue/read-invoices.ts';
import { runsOf } from '../support/long.ts';
import { FLAT_RULES } from '../../src/domain/reading/request-rules.ts';

type Body = { readonly invoice_batch: { readonly invoices: readonly unknown[] } };

/** Makes a body long enough for several parts. */
const FILLER = 'ñ,{"a":[}]'.repeat(400);
const INVOICES = Array.from({ length: 60 }, (_none, index) => ({
  a: `A${index}`,
  note: FILLER,
  lines: [{ b: 1 }],
}));

const read = (text: string) => [...readInvoices(Buffer.from(text), FLAT_RULES)];
const expected = (text: string) => [...(JSON.parse(text) as Body).invoice_batch.invoices];

describe('readInvoices', () => {
  it.each<[string, string]>([
    ['many parts', JSON.stringify({ invoice_batch: { invoices: INVOICES } })],
    ['many indented parts', JSON.stringify({ invoice_batch: { invoices: INVOICES } }, null, 2)],
    [
      'a label before the invoices that looks like the boundary of a part',
      JSON.stringify({ invoice_batch: { external_batch_id: '"invoices":[{"a"', invoices: INVOICES } }),
    ],
    [
      'a label after the invoices',
      JSON.stringify({ invoice_batch: { invoices: INVOICES, external_batch_id: '},{"a":"A1"}]}}' } }),
    ],
    [
      'an equal list after the invoices',
      JSON.stringify({ invoice_batch: { invoices: INVOICES, others: INVOICES } }),
    ],
    [
      'an equal list before the invoices',
      JSON.stringify({ invoice_batch: { others: INVOICES, invoices: INVOICES.slice(0, 40) } }),
    ],
    [
      'lists named "invoices" within the invoices',
      JSON.stringify({
        invoice_batch: { invoices: INVOICES.map((one) => ({ ...one, invoices: INVOICES })) },
      }),
    ],
    [
      'lists of equal objects within the invoices',
      JSON.stringify({ invoice_batch: { invoices: INVOICES.map((one) => ({ ...one, others: INVOICES })) } }),
    ],
    [
      'another member beside invoice_batch',
      JSON.stringify({ invoice_batch: { invoices: INVOICES }, a: INVOICES }),
    ],
    [
      'two lists of invoices, of which the last counts',
      JSON.stringify({ invoice_batch: { invoices: INVOICES } }).replace(
        /\]\}\}$/,
        `],"invoices":${JSON.stringify(INVOICES.slice(0, 5))}}}`,
      ),
    ],
    ['no invoices', '{"invoice_batch":{"invoices":[]}}'],
    [
      'invoices that are not objects',
      JSON.stringify({ invoice_batch: { invoices: [1, FILLER.repeat(20), null, [FILLER.repeat(20)]] } }),
    ],
  ])('returns the same invoices as JSON.parse for a body with %s', (_what, text) => {
    expect(read(text)).toEqual(expected(text));
  });

  it('returns the same invoices as JSON.parse for any body', () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom('"invoices":[{"a":', '},{"a"', ']}}', '\\'));
    const invoice = fc.record({ a: texts, b: fc.jsonValue(), c: fc.array(fc.dictionary(texts, texts)) });
    const bodies = fc.record({
      invoice_batch: fc.record({ external_batch_id: texts, invoices: fc.array(invoice, { maxLength: 20 }) }),
    });
    fc.assert(
      fc.property(bodies, fc.nat(2), (body, indent) => {
        for (const one of body.invoice_batch.invoices) Object.assign(one, { note: FILLER.repeat(3) });
        const text = JSON.stringify(body, null, indent);
        expect(read(text)).toEqual(expected(text));
      }),
      { numRuns: runsOf(100) },
    );
  });

  it.each(['{"invoice_batch":{}}', '{"invoice_batch":{"invoices":{}}}', '[]', ''])(
    'throws if the body is not a batch: %s',
    (text) => {
      expect(() => read(text)).toThrow(/not a valid batch|JSON/);
    },
  );

  it('throws if the body ends early, after it has returned most of the invoices', () => {
    const text = JSON.stringify({ invoice_batch: { invoices: INVOICES } });
    const found: unknown[] = [];
    const readAll = () => {
      for (const invoice of readInvoices(Buffer.from(text.slice(0, -1)), FLAT_RULES)) found.push(invoice);
    };
    expect(readAll).toThrow(SyntaxError);
    // Only invoices of the last part are missing, because the body is never parsed as a whole.
    expect(found).toEqual(INVOICES.slice(0, found.length));
    expect(found.length).toBeGreaterThan(INVOICES.length / 2);
  });
});
