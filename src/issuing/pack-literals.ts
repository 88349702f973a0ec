import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UnfinishedBatch } from '../persistence/issuing/issuing.ts';
import type { PackedTable } from '../persistence/packs/codecs.ts';
import { type InvoiceLiteral, packPart, type PlacedPack } from '../persistence/packs/pack-invoices.ts';
import { groupByPack } from '../persistence/packs/pack-place.ts';

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
  const packs: PlacedPack[] = [];
  for (const part of groupByPack(items.map(literalOf), ({ id }) => id)) {
    packs.push(await packPart(table, part));
    // Beside a large batch other jobs go on.
    await nextTurn();
  }
  return packs;
}
