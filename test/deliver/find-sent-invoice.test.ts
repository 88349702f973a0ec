import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSentInvoice, parseLiterally } from '#src/deliver/writing/find-sent-invoice.ts';
import { compressBody, decompressInPieces } from '#src/platform/literals/stored-body.ts';
import { runsOf } from '../support/long.ts';

/** Divides a body into pieces of a size. */
async function* divide(body: Buffer, size: number): AsyncGenerator<Buffer, void, void> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}
async function findIn(pieces: AsyncIterable<Buffer>, position: number): Promise<object | null> {
  const found = await findSentInvoice(pieces, position);
  return found && parseLiterally(found.toString());
}
const find = (text: string, position: number, size = 7) => findIn(divide(Buffer.from(text), size), position);

const brackets = fc.stringMatching(/^[[\]{}",:\\aé€]{0,8}$/);
const invoice = fc.record(
  {
    invoices: fc.array(fc.dictionary(brackets, fc.jsonValue()), { maxLength: 2 }),
    number_serie: fc.oneof(brackets, fc.constantFrom('invoice_batch', '"invoices":[{', '\\"', '\u2028')),
    lines: fc.jsonValue({ maxDepth: 3 }),
  },
  { requiredKeys: [] },
);

describe('an invoice of a stored body', () => {
  it('is found in any body, however it is divided, written and compressed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(invoice, { minLength: 1, maxLength: 4 }),
        fc.option(brackets),
        fc.constantFrom(undefined, 1),
        fc.integer({ min: 1, max: 40 }),
        async (invoices, label, indent, size) => {
          const whole = { before: [{ invoices }], invoice_batch: { external_batch_id: label, invoices } };
          const text = JSON.stringify(whole, null, indent);
          const sent = JSON.parse(text) as typeof whole;
          const compressed = await compressBody(Buffer.from(text));
          for (const [position, expected] of sent.invoice_batch.invoices.entries()) {
            const found = await find(text, position, size);
            expect(JSON.parse(JSON.stringify(found))).toEqual(expected);
            expect(await findIn(decompressInPieces(divide(compressed, size)), position)).toEqual(found);
          }
        },
      ),
      { numRuns: runsOf(100) },
    );
  });

  it('keeps the digits of its numbers and the characters of its texts', async () => {
    const sent =
      '{"lines":[{"units":1.00,"unit_price":12345678901234567890.10,"tax_rate":2.1e1}],"n":-0,"t":"ñ€😀"}';
    for (const size of [1, 1000])
      expect(JSON.stringify(await find(`{"invoice_batch":{"invoices":[{},${sent}]}}`, 1, size))).toBe(sent);
  });

  it('is found under names that are written with escapes, and not in other lists', async () => {
    const body = String.raw`{"x":{"invoices":[{"a":1}]},"\u0069nvoice_batch":{"other":[{"a":2}],"invoice\u0073":[{"a":3}]},"y":[{"a":4}]}`;
    expect(JSON.stringify(await find(body, 0))).toBe('{"a":3}');
    await expect(find(body, 1)).rejects.toThrow('no invoice at position 1');
  });

  it('is read without the rest of the body', async () => {
    let read = 0;
    async function* count() {
      for await (const piece of divide(
        Buffer.from(`{"invoice_batch":{"invoices":[{}${',{}'.repeat(999)}]}}`),
        100,
      )) {
        read += 1;
        yield piece;
      }
    }
    await findSentInvoice(count(), 1);
    expect(read).toBe(1);
  });

  it('is null if the body was erased', async () => {
    expect(await find('', 0)).toBeNull();
    expect(await findSentInvoice(decompressInPieces(divide(Buffer.of(), 1)), 0)).toBeNull();
  });

  it.each([10_000, 100_000])('of a damaged body of %i bytes is refused', async (length) => {
    const body = Buffer.from(`{"invoice_batch":{"invoices":[${' '.repeat(length)}{"a":1}]}}`);
    const stored = await compressBody(body);
    const inPieces = (bytes: Buffer) => findIn(decompressInPieces(divide(bytes, 50)), 0);
    expect(await inPieces(stored)).toMatchObject({ a: expect.anything() });
    await expect(inPieces(stored.subarray(0, -12))).rejects.toThrow(/unexpected end of file|no invoice/);
    const damaged = Buffer.from(stored);
    damaged.fill(0xff, 2, 6);
    await expect(inPieces(damaged)).rejects.toThrow(/Data corruption|unsupported|Unknown|not supported/i);
  });
});
