/*
 * Bull Board's page holds a data block and style attributes, no inline script. Nothing is loaded from elsewhere and nobody may
 * frame the page.
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
 * The headers of every answer.
 * @param path of the request. Bull Board's own files may be kept by the browser, but are asked for again with the login.
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

/** Takes out of a page what it would load from other hosts: Bull Board links web fonts. */
export function removeForeignLinks(html: string): string {
  return html.replaceAll(/<link\b[^>]*\bhref="(?:https?:)?\/\/[^>]*>\s*/gi, '');
}
