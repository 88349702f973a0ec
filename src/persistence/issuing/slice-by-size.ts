/**
 * Bytes of one statement's largest column. A batch of ordinary invoices stays far below it; one of a thousand invoices with
 * hundreds of lines would otherwise be one parameter of tens of megabytes, encoded at once while nothing else runs.
 */
const MAX_SLICE = 4 * 1024 * 1024;

/** Cuts a list into slices whose sizes stay below the limit; an item that is larger alone is a slice of its own. */
export function sliceBySize<T>(items: readonly T[], sizeOf: (item: T) => number, largest = MAX_SLICE): T[][] {
  const slices: T[][] = [];
  let size = 0;
  for (const item of items) {
    size += sizeOf(item);
    if (slices.length === 0 || size > largest) {
      slices.push([]);
      size = sizeOf(item);
    }
    slices.at(-1)!.push(item);
  }
  return slices;
}
