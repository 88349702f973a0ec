/**
 * Finds the items that make an attempt fail by halving the list, with about 2 · log2(n) attempts
 * per item found. When items fail only in combination, each call finds one of them.
 * @param attempt processes some items and undoes the effects; returns false when they fail.
 */
export async function findPoison<T>(
  items: readonly T[],
  attempt: (items: readonly T[]) => Promise<boolean>,
): Promise<T[]> {
  if (items.length === 0 || (await attempt(items))) return [];
  if (items.length === 1) return [...items];
  const middle = items.length >>> 1;
  const first = await findPoison(items.slice(0, middle), attempt);
  const second = await findPoison(items.slice(middle), attempt);
  if (first.length + second.length > 0) return [...first, ...second];
  // Each half passes separately, so the last item conflicts with the others.
  return [items.at(-1)!];
}
