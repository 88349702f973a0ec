import { readFontFaces } from './fonts.ts';
import { INVOICE_STYLES } from './stylesheet.ts';

/**
 * The content security policy of the page. It permits only images and fonts from data URLs, and
 * inline styles.
 */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Builds the document that stays open in the browser. Each render batch replaces only its body. */
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
