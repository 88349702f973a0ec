/**
 * Returns whether two parsed JSON values are equal. The order of members does not matter; the order
 * of items does.
 */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return left === right;
  }
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(right, name) &&
      isSameJson((left as Record<string, unknown>)[name], (right as Record<string, unknown>)[name]),
  );
}
