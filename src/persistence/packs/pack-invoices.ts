import { readBatchInvoiceId } from '../../contracts/batch-invoice-id.ts';
import { encodeBytes } from '../connection/binary-array.ts';
import type { PackedTable } from './codecs.ts';
import { packLiterals, type Pack } from './pack.ts';
import { type PackPlace, POSITIONS_PER_PACK } from './pack-place.ts';

/** A literal of an issued invoice. */
export type InvoiceLiteral = { readonly id: number; readonly text: string };

/** A pack as it is stored. */
export type PlacedPack = PackPlace &
  Pack & {
    /** Which positions of its part it holds: a bit for each, the lowest for the first. */
    readonly positions: bigint;
  };

/** Packs literals of one part of a batch. */
export async function packPart(
  table: PackedTable,
  { batchId, part, items }: PackPlace & { readonly items: readonly InvoiceLiteral[] },
): Promise<PlacedPack> {
  const literals = items
    .map(({ id, text }) => ({ position: readBatchInvoiceId(id).position, text }))
    .toSorted((a, b) => a.position - b.position);
  const pack = await packLiterals(table, literals);
  return { batchId, part, ...pack, positions: markPositions(items) };
}

/** Which positions of their part some invoices have, as `PlacedPack` tells it. */
export function markPositions(invoices: readonly Pick<InvoiceLiteral, 'id'>[]): bigint {
  const bits = invoices.reduce(
    (sum, { id }) => sum | (1n << BigInt(readBatchInvoiceId(id).position % POSITIONS_PER_PACK)),
    0n,
  );
  return BigInt.asIntN(POSITIONS_PER_PACK, bits);
}

/** The columns of packs as lists, in the order in which the statements take them. */
export function listColumns(packs: readonly PlacedPack[]) {
  return [
    packs.map(({ batchId }) => batchId),
    packs.map(({ part }) => part),
    packs.map(({ codec }) => codec),
    packs.map(({ positions }) => positions),
    encodeBytes(packs.map(({ sha256 }) => sha256)),
    encodeBytes(packs.map(({ content }) => content)),
  ];
}
