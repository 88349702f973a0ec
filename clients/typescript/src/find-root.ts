/**
 * Returns the address of an engine without `/api/v2` or `/api/v1`.
 * @throws TypeError if it is invalid.
 */
export function findRoot(url: string): string {
  return new URL(url).href.replace(/\/+$/, '').replace(/\/api\/v[12]$/, '');
}
