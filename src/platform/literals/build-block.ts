import { readBatchInvoiceId } from '../../domain/invoice/batch-invoice-id.ts';
import { encodeBytes } from '../postgres/binary-array.ts';
import type { LiteralTable } from './codecs.ts';
import { compressLiterals, type LiteralBlock } from './literal-block.ts';
import { type BlockPlace, POSITIONS_PER_BLOCK } from './block-place.ts';

/** A literal of an issued invoice. */
export type InvoiceLiteral = { readonly id: number; readonly text: string };

/** A literal block with its place, as it is stored. */
export type PlacedBlock = BlockPlace &
  LiteralBlock & {
    /** The occupancy bitmap of its part: a bit for each position, the lowest for the first. */
    readonly occupancy: bigint;
  };

/** Builds the literal block of one part of a batch. */
export async function buildBlock(
  table: LiteralTable,
  { batchId, part, items }: BlockPlace & { readonly items: readonly InvoiceLiteral[] },
): Promise<PlacedBlock> {
  const literals = items
    .map(({ id, text }) => ({ position: readBatchInvoiceId(id).position, text }))
    .toSorted((a, b) => a.position - b.position);
  const block = await compressLiterals(table, literals);
  return { batchId, part, ...block, occupancy: markOccupancy(items) };
}

/** Returns the occupancy bitmap of some invoices of one part, as in `PlacedBlock`. */
export function markOccupancy(invoices: readonly Pick<InvoiceLiteral, 'id'>[]): bigint {
  const bits = invoices.reduce(
    (sum, { id }) => sum | (1n << BigInt(readBatchInvoiceId(id).position % POSITIONS_PER_BLOCK)),
    0n,
  );
  return BigInt.asIntN(POSITIONS_PER_BLOCK, bits);
}

/** Returns the columns of blocks as lists, in the order of the statements' parameters. */
export function listColumns(blocks: readonly PlacedBlock[]) {
  return [
    blocks.map(({ batchId }) => batchId),
    blocks.map(({ part }) => part),
    blocks.map(({ codec }) => codec),
    blocks.map(({ occupancy }) => occupancy),
    encodeBytes(blocks.map(({ sha256 }) => sha256)),
    encodeBytes(blocks.map(({ content }) => content)),
  ] as const;
}
