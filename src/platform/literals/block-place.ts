import { readBatchInvoiceId } from '../../domain/invoice/batch-invoice-id.ts';

/*
 * The id of an invoice determines the literal block that holds its literals. The statements and
 * guards (migrations/0004-issuing.sql) use the same number of positions.
 */

/**
 * The number of positions of a batch that share a literal block. One block for a whole batch would
 * not be smaller, and reading one of its invoices would take ten times as long.
 */
export const POSITIONS_PER_BLOCK = 64;

/** The place of a literal block: a batch and a part of it. */
export type BlockPlace = { readonly batchId: number; readonly part: number };

/** Returns the place of the literals of an issued invoice. */
export function placeOf(invoiceId: number): BlockPlace {
  const { batchId, position } = readBatchInvoiceId(invoiceId);
  return { batchId, part: Math.floor(position / POSITIONS_PER_BLOCK) };
}

/** Formats a place as the key of a map. */
export function nameOf({ batchId, part }: BlockPlace): string {
  return `${batchId} ${part}`;
}

/**
 * Yields the invoices of a batch block by block. The invoices must be in the order of their
 * positions and start with the first.
 */
export function* takeByBlock<T>(invoices: Iterable<T>): Generator<T[], void, void> {
  let part: T[] = [];
  for (const invoice of invoices) {
    part.push(invoice);
    if (part.length < POSITIONS_PER_BLOCK) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** Groups the data of issued invoices by literal block. */
export function groupByBlock<T>(
  items: readonly T[],
  idOf: (item: T) => number,
): (BlockPlace & { readonly items: T[] })[] {
  const groups = new Map<string, BlockPlace & { readonly items: T[] }>();
  for (const item of items) {
    const place = placeOf(idOf(item));
    const group = groups.get(nameOf(place));
    if (group) group.items.push(item);
    else groups.set(nameOf(place), { ...place, items: [item] });
  }
  return [...groups.values()];
}
