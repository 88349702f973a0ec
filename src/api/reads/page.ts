export type Page<T> = { readonly totalCount: number; readonly items: readonly T[] };

/** A row of a list statement: an item, or nulls if the page is empty. */
export type PageRow<T> = { readonly totalCount: number } & { readonly [K in keyof T]: T[K] | null };

/**
 * Converts the rows of a list statement into a page. Each row contains the exact total. A page past
 * the end is one row whose id is null.
 */
export function toPage<T extends { id: number }>(rows: readonly PageRow<T>[]): Page<T> {
  const items = rows
    .filter((row) => row['id'] !== null)
    .map(({ totalCount: _totalCount, ...item }) => item as unknown as T);
  return { totalCount: rows[0]?.totalCount ?? 0, items };
}
