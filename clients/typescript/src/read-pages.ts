/** A page of a list of the API. */
export type Page<T> = {
  readonly data: readonly T[];
  readonly meta: { readonly next_cursor: string | null; readonly has_more: boolean };
};

/**
 * Yields every item of a list, and requests pages as needed.
 * @param ask requests the page at a cursor; null is the first one.
 */
export async function* readPages<T>(
  ask: (cursor: string | null) => Promise<Page<T>>,
): AsyncGenerator<T, void, void> {
  for (let cursor: string | null = null; ;) {
    const { data, meta }: Page<T> = await ask(cursor);
    yield* data;
    if (!meta.has_more || meta.next_cursor === null) return;
    cursor = meta.next_cursor;
  }
}
