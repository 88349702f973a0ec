/*
 * Headers of every answer of the API. The answers are data for programs: a browser must not guess
 * their type, store, frame or execute them. TLS ends at the proxy in front, which also decides
 * about Strict-Transport-Security.
 */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;
