import { readFontFaces } from './fonts.ts';
import { INVOICE_STYLES } from './stylesheet.ts';

/** The policy of the page that invoices are put into: pictures and fonts from inside the page, styles, and nothing else. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The document that stays open in the browser; each render batch only swaps its body. */
export function buildBatchPage(): string {
  return `<!doctype html>
<html lang="es-ES">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">
<style>${readFontFaces()}</style>
<style>${INVOICE_STYLES}</style>
</head>
<body></body>
</html>`;
}
