import type { UnfinishedBatch } from '../persistence/issuing/issuing.ts';
import type { PackedTable } from '../persistence/packs/codecs.ts';
import { type InvoiceLiteral, packPart, type PlacedPack } from '../persistence/packs/pack-invoices.ts';
import { groupByPack } from '../persistence/packs/pack-place.ts';
import { mapYielding } from '../process/map-yielding.ts';

/**
 * Packs the literals of a batch.
 * @returns null where they stand in their rows still, since workers of the version before may read them.
 */
export async function packWhereTold<T>(
  { isPacking }: UnfinishedBatch,
  table: PackedTable,
  items: readonly T[],
  literalOf: (item: T) => InvoiceLiteral,
): Promise<PlacedPack[] | null> {
  if (!isPacking) return null;
  const parts = groupByPack(items.map(literalOf), ({ id }) => id);
  return Promise.all(await mapYielding(parts, (part) => packPart(table, part)));
}
