export type Page<T> = {
  readonly data: readonly T[];
  readonly meta: { readonly current_page: number; readonly total_pages: number };
};

/**
 * Yields every item of a list, and requests pages as needed. Items that are added meanwhile and shift others to the next page do not cause duplicates.
 */
export async function* readPages<T extends { readonly id: number }>(
  ask: (page: number) => Promise<Page<T>>,
): AsyncGenerator<T, void, void> {
  const given = new Set<number>();
  for (let page = 1; ; page += 1) {
    const { data, meta } = await ask(page);
    for (const item of data) {
      if (given.has(item.id)) continue;
      given.add(item.id);
      yield item;
    }
    if (page >= meta.total_pages) return;
  }
}
