import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonFile, readNdjsonFile } from '../../../clients/typescript/src/cli/input/read-json.ts';

const anyInvoices = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }), {
  maxLength: 6,
});
const parseAll = (texts: readonly string[]) => texts.map((text) => JSON.parse(text) as unknown);
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe('a JSON file', () => {
  it('may contain a body, a batch or a list, with any white space', () => {
    fc.assert(
      fc.property(anyInvoices, fc.constantFrom(0, 1, 4), fc.string(), (invoices, blanks, label) => {
        const batch = { external_batch_id: label, invoices };
        const read = (value: unknown) => readJsonFile(JSON.stringify(value, null, blanks));
        for (const { texts, label: seen } of [read({ invoice_batch: batch }), read(batch)]) {
          expect(parseAll(texts)).toEqual(asJson(invoices));
          expect(seen).toBe(label);
        }
        expect(parseAll(read(invoices).texts)).toEqual(asJson(invoices));
      }),
    );
  });

  it('returns numbers unchanged', () => {
    expect(readJsonFile('[ {"a": 1.10, "b": 123456789012345678901 } ,{}]').texts).toEqual([
      '{"a": 1.10, "b": 123456789012345678901 }',
      '{}',
    ]);
  });

  it.each([
    ['', 'not JSON'],
    ['{"invoices":[}', 'not JSON'],
    ['{"invoices":{}}', 'no list of invoices'],
    ['5', 'no list of invoices'],
    ['[5]', 'invoices[0] must be an object'],
    ['{"invoices":[],"other":1}', 'other is unknown'],
    ['{"invoices":[{}],"invoices":[]}', 'invoices occurs twice'],
    ['{"invoices":[],"external_batch_id":5}', 'must be a text'],
  ])('%j is refused', (text, message) => {
    expect(() => readJsonFile(text)).toThrow(message);
  });
});

describe('a file with an invoice in each line', () => {
  it('is read line by line, without empty lines', () => {
    fc.assert(
      fc.property(anyInvoices, (invoices) => {
        const text = invoices.map((invoice) => `${JSON.stringify(invoice)}\r\n\n`).join('');
        expect(parseAll(readNdjsonFile(text).texts)).toEqual(asJson(invoices));
      }),
    );
  });

  it.each([
    ['{}\n{', 'Line 2: it is not JSON'],
    ['\n[]', 'Line 2: it must be an object'],
  ])('%j is refused', (text, message) => {
    expect(() => readNdjsonFile(text)).toThrow(message);
  });
});
