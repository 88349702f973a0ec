import { readBatchInvoiceId } from '../../contracts/batch-invoice-id.ts';

/*
 * Which pack the literal of an invoice lies in is told by the invoice's id. The statements and guards (migrations/0004-issuing.sql) reckon with the same number.
 */

/** Positions of a batch that share a pack. A whole batch in one is not smaller, and to read one invoice of it takes ten times as long. */
export const POSITIONS_PER_PACK = 64;

/** A pack of a batch. */
export type PackPlace = { readonly batchId: number; readonly part: number };

/** Where the literals of an issued invoice lie. */
export function placeOf(invoiceId: number): PackPlace {
  const { batchId, position } = readBatchInvoiceId(invoiceId);
  return { batchId, part: Math.floor(position / POSITIONS_PER_PACK) };
}

/** A place as the key of a map. */
export function nameOf({ batchId, part }: PackPlace): string {
  return `${batchId} ${part}`;
}

/** Takes invoices of a batch, which come in the order of their positions from the first one on, pack by pack. */
export function* takeByPack<T>(invoices: Iterable<T>): Generator<T[], void, void> {
  let part: T[] = [];
  for (const invoice of invoices) {
    part.push(invoice);
    if (part.length < POSITIONS_PER_PACK) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** Parts what belongs to issued invoices by the packs that it lies in. */
export function groupByPack<T>(
  items: readonly T[],
  idOf: (item: T) => number,
): (PackPlace & { readonly items: T[] })[] {
  const groups = new Map<string, PackPlace & { readonly items: T[] }>();
  for (const item of items) {
    const place = placeOf(idOf(item));
    const group = groups.get(nameOf(place));
    if (group) group.items.push(item);
    else groups.set(nameOf(place), { ...place, items: [item] });
  }
  return [...groups.values()];
}
