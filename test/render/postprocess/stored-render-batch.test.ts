import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FinishedObject, FinishedPdf } from '../../../src/render/postprocess/finished-pdf.ts';
import {
  extractPdfs,
  compressRenderBatch,
  RENDER_BATCH_VERSION,
} from '../../../src/render/postprocess/stored-render-batch.ts';
import { writePdf } from '../../../src/render/postprocess/write-pdf.ts';
import { runsOf } from '../../support/long.ts';

/** A line of any characters that are one byte each. */
const line = fc
  .array(
    fc.integer({ min: 0, max: 255 }).filter((code) => code !== 10),
    { maxLength: 80 },
  )
  .map((codes) => String.fromCodePoint(...codes));
const lines = fc.array(line, { maxLength: 5 }).map((texts) => texts.join('\n'));

/** Objects of all kinds. Some of their bytes are shared with other invoices. */
function arbitraryObjects(shared: readonly Buffer[]): fc.Arbitrary<FinishedObject[]> {
  const object = fc.oneof(
    lines.map((text) => ({ kind: 'plain', text }) as const),
    fc
      .tuple(lines, fc.nat(shared.length - 1), fc.boolean())
      .map(
        ([text, at, isOwn]) =>
          ({ kind: 'bytes', text, bytes: isOwn ? randomBytes(at) : shared[at]! }) as const,
      ),
    lines.map((operators) => ({ kind: 'drawing', operators }) as const),
    fc.webUrl({ withQueryParameters: true }).map(
      (address) =>
        ({
          kind: 'qr',
          qr: { begin: '/Figure<</MCID 0>>BDC\n', address, box: [10, 20.5, 110, 120.5] },
        }) as const,
    ),
    fc
      .array(line, { minLength: 1, maxLength: 6 })
      .map((texts) => ({ kind: 'together', firstId: 0, texts }) as const),
  );
  return fc.array(object, { minLength: 1, maxLength: 12 }).map((objects) => {
    let last = 0;
    return objects.map((one) => {
      const firstId = last + 1;
      if (one.kind === 'together') last += one.texts.length;
      last += 1;
      return one.kind === 'together' ? { ...one, firstId, id: last } : { ...one, id: last };
    });
  });
}

const pdfs: fc.Arbitrary<FinishedPdf[]> = fc
  .array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { minLength: 1, maxLength: 4 })
  .map((arrays) => arrays.map((bytes) => Buffer.from(bytes)))
  .chain((shared) =>
    fc.uniqueArray(
      fc.record({
        issuedInvoiceId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        pages: fc.integer({ min: 1, max: 400 }),
        objects: arbitraryObjects(shared),
        rootId: fc.constant(1),
        infoId: fc.constant(3),
      }),
      { minLength: 1, maxLength: 6, selector: ({ issuedInvoiceId }) => issuedInvoiceId },
    ),
  );

const ONE: FinishedPdf = {
  issuedInvoiceId: 7,
  pages: 1,
  objects: [{ kind: 'plain', id: 1, text: '<</Type /Catalog>>' }],
  rootId: 1,
  infoId: 1,
};

describe('a stored render batch', () => {
  it('returns each requested PDF byte for byte, for any contents', () => {
    fc.assert(
      fc.property(pdfs, fc.gen(), (some, choose) => {
        const asked = choose(fc.shuffledSubarray, some, { minLength: 1 });
        const cut = extractPdfs(
          RENDER_BATCH_VERSION,
          compressRenderBatch(some),
          asked.map(({ issuedInvoiceId }) => issuedInvoiceId),
        );
        asked.forEach((pdf, index) => expect(cut[index]!.equals(writePdf(pdf))).toBe(true));
      }),
      { numRuns: runsOf(150) },
    );
  });

  it('contains bytes that its PDFs share only once', () => {
    const font = randomBytes(50_000);
    const many = Array.from({ length: 16 }, (_, index) => ({
      ...ONE,
      issuedInvoiceId: index,
      objects: [...ONE.objects, { kind: 'bytes', id: 2, text: '<<>>', bytes: font } as const],
    }));
    expect(compressRenderBatch(many).length).toBeLessThan(52_000);
  });

  it('cannot yield the PDF of an invoice that it does not contain', () => {
    expect(() => extractPdfs(RENDER_BATCH_VERSION, compressRenderBatch([ONE]), [8])).toThrow(
      'no PDF of issued invoice 8',
    );
  });

  it('is refused if a later release wrote its version', () => {
    expect(() => extractPdfs(RENDER_BATCH_VERSION + 1, compressRenderBatch([ONE]), [7])).toThrow(
      'a later release wrote it',
    );
  });

  it('is refused if it is truncated or has other bytes', () => {
    const packed = compressRenderBatch([ONE]);
    expect(() => extractPdfs(RENDER_BATCH_VERSION, packed.subarray(0, -1), [7])).toThrow(
      /zstd|Src|unexpected/i,
    );
    expect(() => extractPdfs(RENDER_BATCH_VERSION, Buffer.alloc(100, 7), [7])).toThrow(
      /zstd|prefix|descriptor|unknown/i,
    );
  });

  it('refuses an object of several lines in a group of one-line objects', () => {
    const objects = [{ kind: 'together', id: 1, firstId: 2, texts: ['a\nb'] } as const];
    expect(() => compressRenderBatch([{ ...ONE, objects }])).toThrow('several lines');
  });
});
