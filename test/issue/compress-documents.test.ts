import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentHead, WrittenInvoice } from '../../src/domain/invoice/stored-document.ts';
import { keepInvoice, compressWritten, settleBlocks } from '../../src/issue/compress-documents.ts';
import { decompressLiterals } from '../../src/platform/literals/literal-block.ts';
import type { PlacedBlock } from '../../src/platform/literals/build-block.ts';
import { POSITIONS_PER_BLOCK, takeByBlock } from '../../src/platform/literals/block-place.ts';

const BATCH = 7;
const idOf = (position: number) => BATCH * 1000 + position;
const write = (position: number): WrittenInvoice => ({
  document: {} as DocumentHead,
  text: `{"number":"ñ-${position}","notes":"${'x'.repeat(position % 7)}"}`,
});

/**
 * The fate of an invoice: `issued` is prepared and issued, `lost` is prepared but not issued,
 * `late` is issued without having been prepared, `wrong` is neither.
 */
type Fate = 'issued' | 'lost' | 'late' | 'wrong';
const batches = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: fc.constant<Fate>('issued') },
    fc.constantFrom<Fate>('lost', 'late', 'wrong'),
  ),
  { minLength: 1, maxLength: 300, size: 'max' },
);

/** Prepares and issues a batch as src/issue does. */
async function packBatch(fates: readonly Fate[]) {
  const prepared: PlacedBlock[] = [];
  for (const part of takeByBlock(fates.keys())) {
    const written = part.filter((position) => ['issued', 'lost'].includes(fates[position]!));
    const block = await compressWritten(
      written.map((position) => ({ id: idOf(position), text: write(position).text })),
    );
    if (block) prepared.push(block);
  }
  const issued = [...fates.keys()]
    .filter((position) => ['issued', 'late'].includes(fates[position]!))
    .map((position) => ({
      id: idOf(position),
      ...keepInvoice({ ...write(position), registration: REGISTRATION }, fates[position] === 'issued'),
    }));
  return { prepared, issued, blocks: await settleBlocks(prepared, issued) };
}

const REGISTRATION = { register: 'verifactu', delivery: null } as const;

describe('the document blocks of a batch', () => {
  it('contain exactly the issued documents, even if invoices failed or were added after preparation', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (fates) => {
        const { issued, blocks } = await packBatch(fates);
        const found = new Map<number, string>();
        for (const block of blocks) {
          let positions = 0n;
          for (const [position, text] of await decompressLiterals('documents', block)) {
            expect(Math.floor(position / POSITIONS_PER_BLOCK)).toBe(block.part);
            positions |= 1n << BigInt(position % POSITIONS_PER_BLOCK);
            found.set(position, text);
          }
          expect(BigInt.asIntN(64, positions)).toBe(block.occupancy);
        }
        const wanted = issued.map(({ id }) => [id % 1000, write(id % 1000).text] as const);
        expect(found).toEqual(new Map(wanted));
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('are taken unchanged from preparation where their invoices did not change', async () => {
    const { prepared, blocks } = await packBatch([
      ...Array.from({ length: 100 }, () => 'issued' as const),
      'wrong',
      ...Array.from({ length: 60 }, () => 'issued' as const),
      'lost',
    ]);
    expect(blocks).toHaveLength(3);
    expect(blocks.map((block) => prepared.includes(block))).toEqual([true, true, false]);
  });
});

it('compressWritten returns null for a part with a text that cannot be stored, and settleBlocks reports that text', async () => {
  const documents = [
    { id: idOf(0), text: '{}' },
    { id: idOf(1), text: '"\0"' },
  ];
  expect(await compressWritten(documents)).toBe(null);
  const kept = documents.map(({ id, text }) => ({
    id,
    ...keepInvoice({ document: {} as DocumentHead, text, registration: REGISTRATION }, false),
  }));
  await expect(settleBlocks([], kept)).rejects.toThrow('a NUL character');
  expect(await settleBlocks([], kept.slice(0, 1))).toHaveLength(1);
});

it('keepInvoice drops the text of an invoice whose document is already compressed', () => {
  const invoice = { ...write(3), registration: REGISTRATION };
  expect(keepInvoice(invoice, true)).toEqual({
    document: invoice.document,
    registration: REGISTRATION,
    bytes: Buffer.byteLength(invoice.text),
    text: null,
  });
});
