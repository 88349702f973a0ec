/** A path of ours that somebody can be led to, from what a request says; the first page where it is none. */
export function ownPath(text: unknown): string {
  // `//host` and `/\host` lead elsewhere, and browsers drop tabs and line feeds.
  return typeof text === 'string' && /^\/(?![/\\])[\u0021-\u007E]*$/.test(text) ? text : '/';
}
