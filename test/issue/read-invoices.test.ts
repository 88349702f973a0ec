import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInvoices } from '../../src/issue/read-invoices.ts';
import { runsOf } from '../support/long.ts';

type Body = { readonly invoice_batch: { readonly invoices: readonly unknown[] } };

/** Long enough for several parts. */
const FILLER = 'ñ,{"a":[}]'.repeat(400);
const INVOICES = Array.from({ length: 60 }, (_none, index) => ({
  a: `A${index}`,
  note: FILLER,
  lines: [{ b: 1 }],
}));

const read = (text: string) => [...readInvoices(Buffer.from(text))];
const expected = (text: string) => [...(JSON.parse(text) as Body).invoice_batch.invoices];

describe('the invoices of a stored body', () => {
  it.each<[string, string]>([
    ['of many parts', JSON.stringify({ invoice_batch: { invoices: INVOICES } })],
    ['of many parts, indented', JSON.stringify({ invoice_batch: { invoices: INVOICES } }, null, 2)],
    [
      'whose label comes first and looks like a cut',
      JSON.stringify({ invoice_batch: { external_batch_id: '"invoices":[{"a"', invoices: INVOICES } }),
    ],
    [
      'whose label comes last',
      JSON.stringify({ invoice_batch: { invoices: INVOICES, external_batch_id: '},{"a":"A1"}]}}' } }),
    ],
    [
      'with another list like it behind them',
      JSON.stringify({ invoice_batch: { invoices: INVOICES, others: INVOICES } }),
    ],
    [
      'with another list like it before them',
      JSON.stringify({ invoice_batch: { others: INVOICES, invoices: INVOICES.slice(0, 40) } }),
    ],
    [
      'with lists of the same name in them',
      JSON.stringify({
        invoice_batch: { invoices: INVOICES.map((one) => ({ ...one, invoices: INVOICES })) },
      }),
    ],
    [
      'with lists of objects that begin as they do',
      JSON.stringify({ invoice_batch: { invoices: INVOICES.map((one) => ({ ...one, others: INVOICES })) } }),
    ],
    ['of another member besides', JSON.stringify({ invoice_batch: { invoices: INVOICES }, a: INVOICES })],
    [
      'that are there twice: the last ones count',
      JSON.stringify({ invoice_batch: { invoices: INVOICES } }).replace(
        /\]\}\}$/,
        `],"invoices":${JSON.stringify(INVOICES.slice(0, 5))}}}`,
      ),
    ],
    ['of which there is none', '{"invoice_batch":{"invoices":[]}}'],
    [
      'of no objects',
      JSON.stringify({ invoice_batch: { invoices: [1, FILLER.repeat(20), null, [FILLER.repeat(20)]] } }),
    ],
  ])('are those of the whole: %s', (_what, text) => {
    expect(read(text)).toEqual(expected(text));
  });

  it('are those of the whole, whatever they are', () => {
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
    'are told to be none where the body is no batch: %s',
    (text) => {
      expect(() => read(text)).toThrow(/no batch|JSON/);
    },
  );

  it('are refused where the body ends early, those before it read already', () => {
    const text = JSON.stringify({ invoice_batch: { invoices: INVOICES } });
    const found: unknown[] = [];
    const readAll = () => {
      for (const invoice of readInvoices(Buffer.from(text.slice(0, -1)))) found.push(invoice);
    };
    expect(readAll).toThrow(SyntaxError);
    // All but those of the last part: the body was never parsed as a whole.
    expect(found).toEqual(INVOICES.slice(0, found.length));
    expect(found.length).toBeGreaterThan(INVOICES.length / 2);
  });
});
