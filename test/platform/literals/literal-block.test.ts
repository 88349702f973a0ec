import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEWEST_CODEC } from '../../../src/platform/literals/codecs.ts';
import {
  BlockDamage,
  compressLiterals,
  decompressLiterals,
} from '../../../src/platform/literals/literal-block.ts';
import { buildBlock } from '../../../src/platform/literals/build-block.ts';
import { groupByBlock, POSITIONS_PER_BLOCK } from '../../../src/platform/literals/block-place.ts';
import { readGoldenBlocks } from '../../golden/literals/golden-blocks.ts';

const tables = fc.constantFrom('documents' as const, 'records' as const);
const texts = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '0')),
  fc.json(),
  fc.constant('🧾'.repeat(100)),
);
/** Any invoices of a batch, in any order. */
const batches = fc
  .uniqueArray(fc.nat(999), { minLength: 1, maxLength: 1000, size: 'max' })
  .chain((positions) =>
    fc
      .array(texts, { minLength: positions.length, maxLength: positions.length })
      .map((all) => positions.map((position, index) => ({ id: 7000 + position, text: all[index]! }))),
  );

describe('literal blocks', () => {
  it('return every literal of a batch byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(tables, batches, async (table, literals) => {
        const found = new Map<number, string>();
        for (const group of groupByBlock(literals, ({ id }) => id)) {
          const block = await buildBlock(table, group);
          let positions = 0n;
          for (const [position, text] of await decompressLiterals(table, block)) {
            expect(Math.floor(position / POSITIONS_PER_BLOCK)).toBe(block.part);
            positions |= 1n << BigInt(position % POSITIONS_PER_BLOCK);
            found.set(block.batchId * 1000 + position, text);
          }
          expect(block.occupancy).toBe(BigInt.asIntN(64, positions));
        }
        expect(found).toEqual(new Map(literals.map(({ id, text }) => [id, text])));
      }),
      { numRuns: 30 },
    );
  }, 60_000);

  it('return very large literals', async () => {
    const literals = [
      { position: 0, text: 'ñ'.repeat(3_000_000) },
      {
        position: 1,
        text: JSON.stringify(Array.from({ length: 200_000 }, (_none, index) => Math.sin(index))),
      },
    ];
    const block = await compressLiterals('documents', literals);
    expect([...(await decompressLiterals('documents', block)).values()]).toEqual(
      literals.map(({ text }) => text),
    );
    expect([...(await decompressLiterals('documents', block, new Set([1]))).keys()]).toEqual([1]);
  });

  it('are refused if any bit of them was changed', async () => {
    const block = await compressLiterals('records', [
      { position: 3, text: '<si:RegistroAlta><si:Huella>7A</si:Huella></si:RegistroAlta>' },
    ]);
    const whole = await decompressLiterals('records', block);
    const misread: number[] = [];
    for (let bit = 0; bit < block.content.length * 8; bit += 1) {
      const content = Buffer.from(block.content);
      content[bit >> 3]! ^= 1 << (bit & 7);
      const read = await decompressLiterals('records', { ...block, content }).catch(
        (error: unknown) => error,
      );
      // Some bits of a frame's header have no meaning. Then the literals are unchanged.
      if (!(read instanceof BlockDamage) && !isDeepStrictEqual(read, whole)) misread.push(bit);
    }
    expect(misread).toEqual([]);
    const sha256 = Buffer.alloc(32);
    await expect(decompressLiterals('records', { ...block, sha256 })).rejects.toThrow(
      'differ from those that were compressed',
    );
    await expect(decompressLiterals('documents', block)).rejects.toThrow(BlockDamage);
  });

  it('refuse text that PostgreSQL refuses, with its error code', async () => {
    await expect(compressLiterals('records', [{ position: 0, text: 'a\0b' }])).rejects.toMatchObject({
      code: '22021',
    });
  });

  it('are refused with the reason if a later release wrote them', async () => {
    const block = await compressLiterals('records', [{ position: 0, text: 'x' }]);
    await expect(decompressLiterals('records', { ...block, codec: NEWEST_CODEC + 1 })).rejects.toThrow(
      `this release does not support its codec ${NEWEST_CODEC + 1}`,
    );
  });
});

describe.each(await readGoldenBlocks())('golden literal blocks of codec $codec', ({ codec, blocks }) => {
  it('are read as they were written', async () => {
    for (const { table, literals, sha256, content } of blocks) {
      const read = await decompressLiterals(table, {
        codec,
        sha256: Buffer.from(sha256, 'hex'),
        content: Buffer.from(content, 'base64'),
      });
      expect([...read].map(([position, text]) => ({ position, text }))).toEqual(literals);
    }
  });
});
