import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InvoiceText } from '../../../clients/typescript/src/cli/batches/chunk.ts';
import { readJsonFile, readNdjsonFile } from '../../../clients/typescript/src/cli/input/read-json.ts';
import { settleDates } from '../../../clients/typescript/src/cli/input/settle-dates.ts';

const anyInvoices = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }), {
  maxLength: 6,
});
const parseAll = (invoices: readonly InvoiceText[]) =>
  invoices.map(({ text }) => JSON.parse(text) as unknown);
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe('a JSON file', () => {
  it('may contain a body, a batch or a list, with any white space', () => {
    fc.assert(
      fc.property(anyInvoices, fc.constantFrom(0, 1, 4), fc.string(), (invoices, blanks, label) => {
        const batch = { external_batch_id: label, invoices };
        const read = (value: unknown) => readJsonFile(JSON.stringify(value, null, blanks));
        for (const { invoices: found, label: seen } of [read({ invoice_batch: batch }), read(batch)]) {
          expect(parseAll(found)).toEqual(asJson(invoices));
          expect(seen).toBe(label);
        }
        expect(parseAll(read(invoices).invoices)).toEqual(asJson(invoices));
      }),
    );
  });

  it('returns numbers unchanged', () => {
    const { invoices } = readJsonFile('[ {"a": 1.10, "b": 123456789012345678901 } ,{}]');
    expect(invoices.map(({ text }) => text)).toEqual(['{"a": 1.10, "b": 123456789012345678901 }', '{}']);
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
  it('is read line by line, without empty lines, and each invoice knows its line', () => {
    const { invoices: placed } = readNdjsonFile('{}\n\n{}');
    expect(placed.map(({ place }) => place?.row)).toEqual([1, 3]);
    fc.assert(
      fc.property(anyInvoices, (invoices) => {
        const text = invoices.map((invoice) => `${JSON.stringify(invoice)}\r\n\n`).join('');
        expect(parseAll(readNdjsonFile(text).invoices)).toEqual(asJson(invoices));
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

describe('an invoice with operation_date and without issue_date', () => {
  const invoice = '{ "number_serie":"A", "operation_date" : "2026-11-20", "lines":[{"units":1.10}] }';

  it('is refused unless the user says which date it is', () => {
    expect(() => settleDates(invoice, null, 'invoices[3]')).toThrow(
      /^invoices\[3\] has operation_date without issue_date.*--operation-date issue .*--operation-date operation.*null for today/,
    );
    expect(settleDates(invoice, 'operation', '')).toBe(invoice);
    expect(settleDates(invoice, 'issue', '')).toBe(
      '{"number_serie":"A","issue_date":"2026-11-20","lines":[{"units":1.10}]}',
    );
  });

  it.each([
    ['has no operation_date', '{"issue_date":"2026-11-20"}'],
    ['has both dates', '{"operation_date":"2026-11-19","issue_date":"2026-11-20"}'],
    ['says that it is issued today', '{"operation_date":"2026-11-19","issue_date":null}'],
  ])('is no such invoice if it %s', (_, text) => {
    expect(settleDates(text, null, '')).toBe(text);
  });

  it('keeps its date if the tax of all lines falls due later, as in version 1', () => {
    const deferred = '{"operation_date":"2026-12-20","lines":[{"tax_regime":"15"},{"tax_regime":"14"}]}';
    expect(settleDates(deferred, 'issue', '')).toBe(deferred);
    const mixed = '{"operation_date":"2026-12-20","lines":[{"tax_regime":"15"},{}]}';
    expect(settleDates(mixed, 'issue', '')).toContain('"issue_date"');
  });
});
