import type { InvoiceDocument, PrintableInvoice } from '../../contracts/invoice-document.ts';
import { buildLegalMentions } from './legal-mentions.ts';

/*
 * A guess at an invoice's height, in mm, to choose how it is printed. It need not be right: a print proves how many pages
 * each invoice took, and one that took more than thought is printed again alone.
 */

const PAGE_MM = 262;
const TEXT_ROW_MM = 4.26;
const SMALL_ROW_MM = 3.7;
const CELL_PADDING_MM = 2.9;
const CHARACTERS_PER_MM = 0.58;
const PAGE_WIDTH_MM = 180;
const CONCEPT_MM = 75;

function countRows(text: string | null, widthMm: number): number {
  return text === null || text === '' ? 0 : Math.ceil(text.length / (widthMm * CHARACTERS_PER_MM));
}

function estimateLines({ lines }: InvoiceDocument): number {
  return lines.reduce(
    (height, { concept, notes }) =>
      height +
      CELL_PADDING_MM +
      Math.max(1, countRows(concept, CONCEPT_MM)) * TEXT_ROW_MM +
      countRows(notes, CONCEPT_MM) * SMALL_ROW_MM,
    13,
  );
}

function estimateClosing(document: InvoiceDocument): number {
  const taxes = 6 + document.groups.length * 9.5;
  const mentions = buildLegalMentions(document).reduce((rows, mention) => rows + countRows(mention, 100), 0);
  const sums = 36 + document.totals.withholdings.length * 6 + 6;
  const payment = document.paymentMethod === null && document.paymentMethodInfo === null ? 0 : 9;
  return (
    Math.max(taxes + mentions * SMALL_ROW_MM + 3, sums) +
    6 +
    payment +
    (countRows(document.paymentMethodInfo, PAGE_WIDTH_MM) + countRows(document.footerNote, PAGE_WIDTH_MM)) *
      TEXT_ROW_MM
  );
}

function estimateHead({ document, issuerProfile, qrUrl }: PrintableInvoice): number {
  const logo = issuerProfile?.logo == null ? 0 : 20;
  const issuer = logo + 34 + countRows(document.issuer.name, 45) * TEXT_ROW_MM;
  const parties = document.recipient === null && document.rectified === null ? 0 : 40;
  const registry = countRows(issuerProfile?.registryNote ?? null, PAGE_WIDTH_MM) * SMALL_ROW_MM + 5;
  return Math.max(qrUrl === null ? 25 : 56, issuer) + parties + registry;
}

/** True when an invoice very likely fits one page. */
export function fitsOnePage(invoice: PrintableInvoice): boolean {
  const { document } = invoice;
  return estimateHead(invoice) + estimateLines(document) + estimateClosing(document) <= PAGE_MM;
}
