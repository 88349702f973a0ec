import { readFileSync } from 'node:fs';
import { zstdCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEWEST_CODEC } from '../../../src/platform/literals/codecs.ts';
import { compressBody, decompressBody } from '../../../src/platform/literals/stored-body.ts';
import { buildBatch } from '../../../labs/bench/product/build-batch.ts';

type GoldenBody = { readonly codec: number; readonly body: string; readonly stored: string };
/**
 * Bodies and their stored form in base64, as a release stored them. Entries are added but never
 * changed.
 */
const GOLDEN = JSON.parse(
  readFileSync(new URL('../../golden/literals/bodies.json', import.meta.url), 'utf8'),
) as GoldenBody[];

const ONE = buildBatch(1, 'E');

describe('a compressed body', () => {
  it('is decompressed byte for byte, for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 20_000, size: 'max' }),
          fc.json().map((text) => Buffer.from(text)),
        ),
        async (body) => {
          expect(decompressBody(await compressBody(body)).equals(body)).toBe(true);
        },
      ),
    );
  });

  it('is three tenths smaller with the dictionary if it has one invoice', async () => {
    const compressed = await compressBody(ONE);
    // Its dates are those of today, some of which the dictionary shortens more than others.
    expect(compressed.length).toBeLessThan(zstdCompressSync(ONE).length * 0.7);
  });

  it('is compressed without blocking the event loop if it is large', async () => {
    const large = Buffer.alloc(5 * 1024 * 1024, 'a body ');
    let ticks = 0;
    const counting = setInterval(() => (ticks += 1), 0);
    const compressed = await compressBody(large);
    clearInterval(counting);
    expect(ticks).toBeGreaterThan(0);
    expect(decompressBody(compressed).equals(large)).toBe(true);
  });

  it('is refused if any bit of it was changed', async () => {
    const stored = await compressBody(Buffer.from('{"invoice_batch":{"invoices":[{"invoice_type":"F1"}]}}'));
    const whole = decompressBody(stored);
    const misread: number[] = [];
    for (let bit = 0; bit < stored.length * 8; bit += 1) {
      const damaged = Buffer.from(stored);
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      try {
        // Some bits of a frame's header have no meaning. Then the body is unchanged.
        if (!decompressBody(damaged).equals(whole)) misread.push(bit);
      } catch {
        continue;
      }
    }
    expect(misread).toEqual([]);
  });

  it('is refused with the reason if a later release wrote it', () => {
    expect(() => decompressBody(Buffer.of(NEWEST_CODEC + 1, 1, 2, 3))).toThrow(
      `does not support the codec ${NEWEST_CODEC + 1}`,
    );
  });

  it('is not decompressed beyond maxOutputLength', async () => {
    for (const length of [10_000, 100_000]) {
      const stored = await compressBody(Buffer.alloc(length));
      expect(() => decompressBody(stored, { maxOutputLength: length - 1 })).toThrow(
        expect.objectContaining({ code: 'ERR_BUFFER_TOO_LARGE' }),
      );
      expect(decompressBody(stored, { maxOutputLength: length })).toHaveLength(length);
    }
  });

  it.each(GOLDEN)('is read as a release stored it with codec $codec', ({ body, stored }) => {
    expect(decompressBody(Buffer.from(stored, 'base64')).toString('base64')).toBe(body);
  });

  it('has golden files of every codec', () => {
    const codecs = new Set(GOLDEN.map(({ codec }) => codec));
    expect([...codecs].toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: NEWEST_CODEC + 1 }, (_none, codec) => codec),
    );
  });
});
