/*
 * Bull Board's page contains a data block and style attributes but no inline script. Nothing is
 * loaded from other hosts, and no page may frame it.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Returns the headers of every answer.
 * @param path path of the request. Browsers may store Bull Board's own files but must revalidate
 *   them with the login.
 */
export function buildPageHeaders(path: string): Record<string, string> {
  return {
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': /^\/(?:jobs\/static|assets)\//.test(path) ? 'private, no-cache' : 'no-store',
  };
}

/** Removes the links to other hosts from a page: Bull Board links web fonts. */
export function removeForeignLinks(html: string): string {
  return html.replaceAll(/<link\b[^>]*\bhref="(?:https?:)?\/\/[^>]*>\s*/gi, '');
}
