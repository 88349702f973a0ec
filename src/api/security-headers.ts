/*
 * Headers of every answer of the API. Its answers are data for programs: nothing of them is to be guessed, kept, framed or run by a
 * browser that meets one. Encryption ends at the proxy in front, which also knows whether to say Strict-Transport-Security.
 */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;
