/** Where an engine is, however its address was written: with `/api/v1` behind it or not. @throws TypeError where it is none. */
export function findRoot(url: string): string {
  return new URL(url).href.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}
