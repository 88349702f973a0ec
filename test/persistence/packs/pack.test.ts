import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEWEST_CODEC } from '../../../src/persistence/packs/codecs.ts';
import { PackDamage, packLiterals, unpackLiterals } from '../../../src/persistence/packs/pack.ts';
import { packPart } from '../../../src/persistence/packs/pack-invoices.ts';
import { groupByPack, POSITIONS_PER_PACK } from '../../../src/persistence/packs/pack-place.ts';
import { readGoldenPacks } from '../../golden/packs/golden-packs.ts';

const tables = fc.constantFrom('documents' as const, 'records' as const);
const texts = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '0')),
  fc.json(),
  fc.constant('🧾'.repeat(100)),
);
/** Some of the invoices of a batch, in any order. */
const batches = fc
  .uniqueArray(fc.nat(999), { minLength: 1, maxLength: 1000, size: 'max' })
  .chain((positions) =>
    fc
      .array(texts, { minLength: positions.length, maxLength: positions.length })
      .map((all) => positions.map((position, index) => ({ id: 7000 + position, text: all[index]! }))),
  );

describe('packs', () => {
  it('give back every literal of a batch, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(tables, batches, async (table, literals) => {
        const found = new Map<number, string>();
        for (const group of groupByPack(literals, ({ id }) => id)) {
          const pack = await packPart(table, group);
          let positions = 0n;
          for (const [position, text] of await unpackLiterals(table, pack)) {
            expect(Math.floor(position / POSITIONS_PER_PACK)).toBe(pack.part);
            positions |= 1n << BigInt(position % POSITIONS_PER_PACK);
            found.set(pack.batchId * 1000 + position, text);
          }
          expect(pack.positions).toBe(BigInt.asIntN(64, positions));
        }
        expect(found).toEqual(new Map(literals.map(({ id, text }) => [id, text])));
      }),
      { numRuns: 30 },
    );
  }, 60_000);

  it('give back literals that are larger than others by far', async () => {
    const literals = [
      { position: 0, text: 'ñ'.repeat(3_000_000) },
      {
        position: 1,
        text: JSON.stringify(Array.from({ length: 200_000 }, (_none, index) => Math.sin(index))),
      },
    ];
    const pack = await packLiterals('documents', literals);
    expect([...(await unpackLiterals('documents', pack)).values()]).toEqual(literals.map(({ text }) => text));
    expect([...(await unpackLiterals('documents', pack, new Set([1]))).keys()]).toEqual([1]);
  });

  it('that were damaged are refused, whichever bit of them it is', async () => {
    const pack = await packLiterals('records', [
      { position: 3, text: '<si:RegistroAlta><si:Huella>7A</si:Huella></si:RegistroAlta>' },
    ]);
    const whole = await unpackLiterals('records', pack);
    const misread: number[] = [];
    for (let bit = 0; bit < pack.content.length * 8; bit += 1) {
      const content = Buffer.from(pack.content);
      content[bit >> 3]! ^= 1 << (bit & 7);
      const read = await unpackLiterals('records', { ...pack, content }).catch((error: unknown) => error);
      // Some bits of a frame's header mean nothing: then the literals are what they were.
      if (!(read instanceof PackDamage) && !isDeepStrictEqual(read, whole)) misread.push(bit);
    }
    expect(misread).toEqual([]);
    const sha256 = Buffer.alloc(32);
    await expect(unpackLiterals('records', { ...pack, sha256 })).rejects.toThrow('others than were packed');
    await expect(unpackLiterals('documents', pack)).rejects.toThrow(PackDamage);
  });

  it('take nothing that the database would not: the code of the error is its own', async () => {
    await expect(packLiterals('records', [{ position: 0, text: 'a\0b' }])).rejects.toMatchObject({
      code: '22021',
    });
  });

  it('of a newer release are refused, and it is said why', async () => {
    const pack = await packLiterals('records', [{ position: 0, text: 'x' }]);
    await expect(unpackLiterals('records', { ...pack, codec: NEWEST_CODEC + 1 })).rejects.toThrow(
      `codec ${NEWEST_CODEC + 1}, which this release does not know`,
    );
  });
});

describe.each(await readGoldenPacks())('packs that a release wrote with codec $codec', ({ codec, packs }) => {
  it('are read as they were written', async () => {
    for (const { table, literals, sha256, content } of packs) {
      const read = await unpackLiterals(table, {
        codec,
        sha256: Buffer.from(sha256, 'hex'),
        content: Buffer.from(content, 'base64'),
      });
      expect([...read].map(([position, text]) => ({ position, text }))).toEqual(literals);
    }
  });
});
