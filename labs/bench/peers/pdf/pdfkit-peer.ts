import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import Pdfkit from 'pdfkit';
import QRCode from 'qrcode';
import type { InvoiceDocument } from '../../../../src/contracts/invoice-document.ts';
import type { PrintableInvoice } from '../../../../src/contracts/printable-invoice.ts';
import { SPANISH_NOTATION } from '../../../../src/render/template/languages/notation.ts';
import { findFont } from './build-page.ts';
import type { PdfPeer } from './pdf-peer.ts';
import { unpackWoff } from './unpack-woff.ts';

const { formatDecimal, formatMoney, formatRate } = SPANISH_NOTATION;

export const PDFKIT = 'pdfkit, drawn by hand, same font';
/**
 * Every PDF reader has Helvetica, so no font is embedded and characters outside Latin-1 cannot be
 * shown.
 */
const PDFKIT_HELVETICA = 'pdfkit, drawn by hand, Helvetica';
const REGULAR = unpackWoff(readFileSync(findFont(400, 'woff')));
const BOLD = unpackWoff(readFileSync(findFont(600, 'woff')));
const [LEFT, RIGHT, QR_SIZE] = [42, 553, 90];
const COLUMNS = [
  { title: 'Concepto', x: LEFT, width: 250, align: 'left' },
  { title: 'Cantidad', x: 300, width: 45, align: 'right' },
  { title: 'Precio unitario', x: 350, width: 65, align: 'right' },
  { title: 'Dto.', x: 420, width: 30, align: 'right' },
  { title: 'Impuesto', x: 455, width: 42, align: 'right' },
  { title: 'Importe', x: 500, width: 53, align: 'right' },
] as const;

type Pdf = InstanceType<typeof Pdfkit>;

/** Draws the same facts at fixed coordinates, without a layout engine. */
export function openPdfkit(font: 'Inter' | 'Helvetica'): PdfPeer {
  const fonts = font === 'Inter' ? ([REGULAR, BOLD] as const) : (['Helvetica', 'Helvetica-Bold'] as const);
  return {
    name: font === 'Inter' ? PDFKIT : PDFKIT_HELVETICA,
    render: (invoice) => renderInvoice(invoice, fonts),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function renderInvoice(
  { document, qrUrl }: PrintableInvoice,
  [regular, bold]: readonly [string | Buffer, string | Buffer],
): Promise<Buffer> {
  const pdf = new Pdfkit({ size: 'A4', margin: 42, info: { Title: document.number } });
  const done = buffer(pdf);
  pdf.registerFont('regular', regular).registerFont('bold', bold);
  drawHeader(pdf, document);
  if (qrUrl !== null) drawQr(pdf, qrUrl);
  const end = drawLines(pdf, document);
  drawTotals(pdf, document, end + 16);
  pdf.end();
  return done;
}

function drawHeader(pdf: Pdf, { issuer, recipient, number, issueDate, description }: InvoiceDocument): void {
  pdf.font('bold').fontSize(9.5).text(issuer.name, LEFT, 42, { width: 180 });
  pdf.font('regular').fontSize(8.5).text(`NIF ${issuer.nif}`);
  pdf.font('bold').fontSize(15).text('Factura', 400, 42, { width: 153, align: 'right' });
  pdf.fontSize(9.5).text(number, { width: 153, align: 'right' });
  pdf.font('regular').fontSize(8.5).text(`Fecha de expedición ${issueDate}`, { width: 153, align: 'right' });
  if (recipient !== null) {
    pdf.text('Destinatario', LEFT, 175);
    pdf.font('bold').text(recipient.name);
    pdf.font('regular').text(`NIF ${recipient.documentNumber}`);
    pdf.text(recipient.address ?? '').text(`${recipient.postalCode} ${recipient.city}`);
  }
  pdf.text(description, LEFT, 245, { width: RIGHT - LEFT });
}

function drawQr(pdf: Pdf, address: string): void {
  const { data, size } = QRCode.create(address, { errorCorrectionLevel: 'M' }).modules;
  const unit = QR_SIZE / size;
  pdf.text('QR tributario:', 252, 42, { width: QR_SIZE, align: 'center' });
  for (let place = 0; place < data.length; place += 1) {
    if (data[place]) pdf.rect(252 + (place % size) * unit, 56 + Math.floor(place / size) * unit, unit, unit);
  }
  pdf.fill('#000');
  pdf.text('Factura verificable en la sede electrónica de la AEAT', 232, 150, {
    width: 130,
    align: 'center',
  });
}

/** @returns the vertical position below the lines. */
function drawLines(pdf: Pdf, { lines }: InvoiceDocument): number {
  let y = 275;
  for (const { title, x, width, align } of COLUMNS) pdf.fontSize(7.5).text(title, x, y, { width, align });
  y += 14;
  for (const line of lines) {
    const texts = [
      line.concept,
      formatDecimal(line.units),
      formatMoney(line.unitPrice),
      line.discountPercent === null ? '' : formatRate(line.discountPercent),
      `IVA ${line.rate} %`,
      formatMoney(line.netAmount),
    ];
    pdf
      .moveTo(LEFT, y - 3)
      .lineTo(RIGHT, y - 3)
      .lineWidth(0.4)
      .stroke();
    COLUMNS.forEach(({ x, width, align }, index) =>
      pdf.fontSize(8.5).text(texts[index] ?? '', x, y, { width, align }),
    );
    y += pdf.heightOfString(line.concept, { width: COLUMNS[0].width }) + 8;
  }
  return y;
}

function drawTotals(
  pdf: Pdf,
  { groups, totals, paymentMethodInfo, footerNote }: InvoiceDocument,
  top: number,
): void {
  groups.forEach(({ base, rate, tax }, row) => {
    const y = top + row * 13;
    pdf.text(`IVA ${rate} %`, LEFT, y, { width: 60 });
    pdf.text(formatMoney(base), 110, y, { width: 70, align: 'right' });
    pdf.text(formatMoney(tax), 185, y, { width: 60, align: 'right' });
  });
  const sums = [
    ['Base imponible', totals.base],
    ['Impuestos', totals.tax],
    ['Total factura', totals.total],
    ['Total a pagar', totals.payable],
  ] as const;
  sums.forEach(([label, amount], row) => {
    pdf.font(row > 1 ? 'bold' : 'regular').text(label, 370, top + row * 14, { width: 90 });
    pdf.text(formatMoney(amount), 463, top + row * 14, { width: 90, align: 'right' });
  });
  pdf.font('regular').text(`Transferencia bancaria ${paymentMethodInfo ?? ''}`, LEFT, top + 75);
  pdf.text(footerNote ?? '');
}
