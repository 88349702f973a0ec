import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitDocuments, splitPdfs } from '#src/deliver/zip-parts.ts';
import { placeOf } from '#src/platform/literals/block-place.ts';

const MB = 1024 * 1024;

/** Invoices of a batch, some of which are missing, with documents of any size. */
const invoices = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 5 }),
      documentBytes: fc.oneof(fc.integer({ min: 500, max: 5000 }), fc.integer({ min: 1, max: MB })),
    }),
    { minLength: 1, maxLength: 200 },
  )
  .map((all) => {
    let id = 6999;
    return all.map(({ gap, documentBytes }) => ({ id: (id += gap), documentBytes }));
  })
  .map((all) => all.filter(({ id }) => id < 8000));

describe('the parts of an archive', () => {
  it('contain every document once and in order, from one literal block each, and are small unless one document is large', () => {
    fc.assert(
      fc.property(invoices, (all) => {
        const parts = [...splitDocuments(all)];
        expect(parts.flat()).toEqual(all);
        for (const part of parts) {
          expect(new Set(part.map(({ id }) => placeOf(id).part)).size).toBe(1);
          const bytes = part.reduce((sum, { documentBytes }) => sum + documentBytes, 0);
          expect(part.length === 1 || bytes < MB / 4).toBe(true);
        }
      }),
    );
  });

  it('are few for documents of a usual size: one for each literal block', () => {
    const all = Array.from({ length: 1000 }, (_, position) => ({ id: 7000 + position, documentBytes: 1500 }));
    expect([...splitDocuments(all)]).toHaveLength(Math.ceil(1000 / 64));
    // The PDFs of hybrid invoices take up more memory than their XML.
    expect([...splitDocuments(all.map((invoice) => ({ ...invoice, pages: 1 })))].length).toBeGreaterThan(16);
  });

  it('keep the PDFs of a render batch together', () => {
    const pdfs = Array.from({ length: 200 }, (_, index) => ({
      id: 7000 + index,
      externalInvoiceId: null,
      invoiceNumber: `A-${index}`,
      sha256: Buffer.alloc(32),
      pages: 2,
      renderBatchId: Math.floor(index / 25),
    }));
    const parts = [...splitPdfs(pdfs)];
    expect(parts.flat()).toEqual(pdfs);
    const renderBatches = parts.flatMap((part) => [
      ...new Set(part.map(({ renderBatchId }) => renderBatchId)),
    ]);
    expect(renderBatches).toEqual([...new Set(renderBatches)]);
  });
});
