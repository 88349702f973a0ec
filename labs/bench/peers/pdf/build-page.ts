import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import QRCode from 'qrcode';
import type { PrintableInvoice } from '../../../../src/contracts/printable-invoice.ts';
import { buildRenderBatchContent } from '../../../../src/render/render-plan.ts';
import { INVOICE_STYLES } from '../../../../src/render/template/stylesheet.ts';

/** The directory of the product's font, in the subset that Spanish needs. */
export function findFont(weight: 400 | 600, format: 'woff' | 'woff2'): string {
  const name = `@fontsource/inter/files/inter-latin-${weight}-normal.${format}`;
  return fileURLToPath(import.meta.resolve(name));
}

const FACES = ([400, 600] as const).map((weight) => {
  const data = readFileSync(findFont(weight, 'woff2'), 'base64');
  return `@font-face { font-family: Inter; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}) format("woff2"); }`;
});

/**
 * Builds a whole HTML page that renders like the product's PDF: its template, its font, the QR code
 * as SVG.
 */
export async function buildPage(invoice: PrintableInvoice): Promise<string> {
  const { body } = buildRenderBatchContent({ placed: [{ place: 0, invoice, weight: 0 }], paging: 'single' });
  const qr = await QRCode.toString(invoice.qrUrl ?? '', {
    type: 'svg',
    errorCorrectionLevel: 'M',
    margin: 0,
  });
  const withQr = body.replace(/(<div class="qr">.*?<a )[^>]*><\/a>/s, `$1>${qr}</a>`);
  return `<!doctype html><html lang="es-ES"><head><meta charset="utf-8"><style>${FACES.join('')}${INVOICE_STYLES}</style></head><body>${withQr}</body></html>`;
}
