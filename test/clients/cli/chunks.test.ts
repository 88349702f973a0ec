import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FileInvoice,
  nameChunks,
  readInvoice,
  splitInvoices,
  writeBody,
} from '../../../clients/typescript/src/cli/batches/chunk.ts';
import { type PlannedChunk, planChunks } from '../../../clients/typescript/src/cli/batches/plan-chunks.ts';
import type { State } from '../../../clients/typescript/src/cli/batches/state-file.ts';

const NO_LIMITS = { invoices: 1000, bytes: 1e9 };
const anyInvoices = fc
  .array(fc.record({ number_serie: fc.string({ maxLength: 8 }), paid: fc.boolean() }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((values) => values.map((value) => readInvoice(JSON.stringify(value))));
const invoicesOf = (...names: string[]) => names.map((name) => readInvoice(JSON.stringify({ name })));

/** Builds the state file after chunks were sent; those in `pending` have no answer. */
const remember = (chunks: readonly PlannedChunk[], pending = new Set<number>()): State => ({
  version: 1,
  engine: 'x',
  chunks: chunks.map(({ key, label, invoices }, index) => ({
    key,
    label,
    batch_id: pending.has(index) ? null : index + 1,
    invoices: invoices.map(({ fingerprint }) => fingerprint),
  })),
});

describe('the chunks of a file', () => {
  it('contain each invoice once, in order, within the limits', () => {
    const limits = fc.record({
      invoices: fc.integer({ min: 1, max: 10 }),
      bytes: fc.integer({ min: 1, max: 400 }),
    });
    fc.assert(
      fc.property(anyInvoices, limits, (invoices, { invoices: count, bytes }) => {
        const chunks = splitInvoices(invoices, { invoices: count, bytes });
        expect(chunks.flat()).toEqual(invoices);
        for (const chunk of chunks) {
          expect(chunk.length).toBeLessThanOrEqual(count);
          const size = chunk.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 1, 0);
          expect(size <= bytes || chunk.length === 1).toBe(true);
        }
      }),
    );
  });

  it('have bodies with each invoice unchanged from the file', () => {
    const text = '{ "lines" : [{"unit_price":0.10000000000000000555}] }';
    const body = writeBody({ label: 'a "label"', invoices: [readInvoice(text)] });
    expect(body).toContain(text);
    expect(JSON.parse(body)).toMatchObject({ invoice_batch: { external_batch_id: 'a "label"' } });
  });
});

describe('the key of a chunk', () => {
  it('is a UUID of its content, independent of white space, the order of members and the label', () => {
    const [one] = nameChunks([[readInvoice('{"a":1,"b":{"c":2,"d":[1,null]}}')]], null);
    const [other] = nameChunks([[readInvoice(' { "b": {"d":[1, null],"c":2.0}, "a":1 }')]], 'label');
    expect(one!.key).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(other!.key).toBe(one!.key);
    expect([one!.label, other!.label]).toEqual([one!.key, 'label']);
  });

  it('differs for other invoices, another order, and a repeated chunk', () => {
    const chunks = [invoicesOf('a', 'b'), invoicesOf('b', 'a'), invoicesOf('a'), invoicesOf('a', 'b')];
    const keys = nameChunks(chunks, null).map(({ key }) => key);
    expect(new Set(keys).size).toBe(4);
    expect(nameChunks(chunks, null).map(({ key }) => key)).toEqual(keys);
  });
});

describe('a file that is submitted again', () => {
  const plan = (invoices: readonly FileInvoice[], state: State | null, size = 3) =>
    planChunks(invoices, state, null, { ...NO_LIMITS, invoices: size });

  it('sends no known invoice, also if invoices were added and chunks are divided differently', () => {
    fc.assert(
      fc.property(anyInvoices, anyInvoices, fc.integer({ min: 1, max: 9 }), (before, added, size) => {
        const state = remember(plan(before, null));
        const again = plan([...before, ...added], state, size);
        const sent = again.filter(({ batchId }) => batchId === null);
        expect(sent.flatMap(({ invoices }) => invoices)).toEqual(added);
        const keys = again.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  it('repeats unanswered chunks exactly, also if chunks are divided differently', () => {
    fc.assert(
      fc.property(anyInvoices, fc.integer({ min: 1, max: 9 }), (invoices, size) => {
        const first = plan(invoices, null);
        const again = plan(invoices, remember(first, new Set([first.length - 1])), size);
        expect(again.map(({ key }) => key)).toEqual(first.map(({ key }) => key));
        expect(again.at(-1)!.batchId).toBe(null);
        expect(again.at(-1)!.invoices.map(({ fingerprint }) => fingerprint)).toEqual(
          first.at(-1)!.invoices.map(({ fingerprint }) => fingerprint),
        );
      }),
    );
  });

  it('sends nothing if an unanswered chunk was changed', () => {
    const state = remember(plan(invoicesOf('a', 'b'), null), new Set([0]));
    expect(() => plan(invoicesOf('a', 'c'), state)).toThrow('Submit the unchanged file first');
  });

  it('sends corrected invoices', () => {
    const state = remember(plan(invoicesOf('a', 'b', 'c', 'd'), null));
    const again = plan(invoicesOf('a', 'mended', 'c', 'd'), state).filter(({ batchId }) => batchId === null);
    expect(again.flatMap(({ invoices }) => invoices)).toEqual(invoicesOf('mended'));
  });
});
