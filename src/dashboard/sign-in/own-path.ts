/**
 * Returns a path of this dashboard to which a request may be redirected, or `/` if the given one is
 * not safe.
 */
export function ownPath(text: unknown): string {
  // `//host` and `/\host` lead to other hosts, and browsers drop tabs and line feeds.
  return typeof text === 'string' && /^\/(?![/\\])[\u0021-\u007E]*$/.test(text) ? text : '/';
}
