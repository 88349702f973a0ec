export type Page<T> = {
  readonly data: readonly T[];
  readonly meta: { readonly current_page: number; readonly total_pages: number };
};

/**
 * Every item of a list, page after page as they are wanted. What came to the list meanwhile and moved others to the next page brings none of them twice.
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
