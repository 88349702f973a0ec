/* Generated from src/generated/openapi-v2.json by `npm run client:generate`; do not edit. */

export const EXTENSIONS = {
  ubl: 'xml',
  cii: 'xml',
  facturae: 'xsig',
  hybrid: 'pdf',
} as const;
