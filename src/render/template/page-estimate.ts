import type { InvoiceDocument, PrintableInvoice } from '../../contracts/invoice-document.ts';
import type { Wording } from './languages/wording.ts';
import { wordingOf } from './languages/wordings.ts';
import { buildLegalMentions } from './choose-mentions.ts';
import { PAGE_WIDTH_MM } from './measure-text.ts';
import { sumUp } from './printed-sums.ts';
import { buildRelatedInvoice } from './rectification.ts';
import { buildRegimeLabel } from './tax-labels.ts';

/*
 * Estimates the height of an invoice to select how it is rendered. Lengths are in mm. The estimate may be wrong: the render batch shows
 * how many pages each invoice took, and an invoice with more pages than estimated is rendered again alone.
 */

const PAGE = 265;
const PARTY_WIDTH = 86;
const HEAD_COLUMN_WIDTH = 56;
const BREAKDOWN_WIDTH = 107;
/** Width of the payment method, beside the amount to pay. */
const HOW_WIDTH = 100;
const ANNULMENT = 18;
/** Row heights of the two text sizes, and their letters per millimetre. */
const BODY = { row: 4.26, letters: 0.6 };
const SMALL = { row: 3.7, letters: 0.68 };

function measureRows(text: string | null | undefined, width: number, size = BODY): number {
  if (text === null || text === undefined || text === '') return 0;
  const lettersPerRow = width * size.letters;
  const rows = text
    .split('\n')
    .reduce((count, line) => count + Math.max(1, Math.ceil(countLetters(line) / lettersPerRow)), 0);
  return rows * size.row;
}

/** Chinese, Japanese and Korean characters, and most others that fonts draw at the same width or as boxes. */
const WIDE = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufdff\ufe30-\uffff]/g;

/**
 * Counts letters. Wide characters count twice. Characters beyond the Basic Multilingual Plane, such as emoji, also count twice, once per
 * surrogate.
 */
function countLetters(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}

/** Height of the translated caption of the QR code. */
const CAPTION = 7;

function estimateHeader({ document, issuerProfile, qrUrl }: PrintableInvoice, { captions }: Wording): number {
  const logo = issuerProfile?.logo == null ? 0 : 20;
  const address =
    measureRows(issuerProfile?.address, HEAD_COLUMN_WIDTH) + (issuerProfile === null ? 0 : 3.7 * 3 + 6);
  const issuer = logo + measureRows(document.issuer.name, HEAD_COLUMN_WIDTH) + BODY.row + address;
  const qr = qrUrl === null ? 30 : 55.5 + (captions === null ? 0 : CAPTION);
  return Math.max(qr, issuer);
}

function estimateParties(document: InvoiceDocument, wording: Wording): number {
  const party = document.recipient ?? document.addressee;
  const related = buildRelatedInvoice(document, wording);
  if (party === null && related === null) return 0;
  const client =
    measureRows(party?.name, PARTY_WIDTH) + measureRows(party?.address, PARTY_WIDTH) + 3 * BODY.row;
  const other =
    related?.texts.reduce((height, text) => height + measureRows(text, PARTY_WIDTH), BODY.row) ?? 0;
  return 13 + Math.max(client, other);
}

function estimateLines({ lines }: InvoiceDocument): number {
  const conceptWidth = lines.some(({ discountPercent }) => discountPercent !== null) ? 84 : 98;
  return lines.reduce(
    (height, { concept, notes }) =>
      height + 2.9 + measureRows(concept, conceptWidth) + measureRows(notes, conceptWidth, SMALL),
    12.5,
  );
}

function estimateClosing(document: InvoiceDocument, wording: Wording): number {
  const { totals } = document;
  const { groups, taxable, exempt, notSubject, included } = sumUp(document);
  const rows = groups.map((group) => (buildRegimeLabel(group, wording) === null ? 6.5 : 10.2));
  const taxes = rows.reduce((height, row) => height + row, 5);
  const mentions = buildLegalMentions(document, wording).reduce(
    (height, { law, translation }) =>
      height + measureRows(`${law} / ${translation ?? ''}`, BREAKDOWN_WIDTH, SMALL),
    2.5,
  );
  const apart = [taxable, exempt, notSubject, totals.reimbursableExpenses].filter((sum) => sum !== null);
  const sums = 20 + (apart.length + totals.withholdings.length) * 8 + included.length * 14;
  return 6 + Math.max(taxes + mentions, sums) + estimatePayment(document);
}

function estimatePayment({ paymentMethod, paymentMethodInfo, paid, dueDate }: InvoiceDocument): number {
  const method = paymentMethod === null && paymentMethodInfo === null ? 0 : 8.6;
  const how = method + measureRows(paymentMethodInfo, HOW_WIDTH);
  return 10 + Math.max(how, paid === true || dueDate !== null ? 12 : 6);
}

function estimateEnding({ document, issuerProfile }: PrintableInvoice): number {
  const { footerNote, description } = document;
  const registry = issuerProfile?.registryNote;
  return (
    (footerNote === null ? 0 : 5 + measureRows(footerNote, PAGE_WIDTH_MM)) +
    (registry == null ? 0 : 5 + measureRows(registry, PAGE_WIDTH_MM, SMALL)) +
    // A description by the client is printed above the lines. A default description, which repeats the lines, is not printed.
    (description.startsWith(document.lines[0]?.concept ?? '')
      ? 0
      : 5 + measureRows(description, PAGE_WIDTH_MM))
  );
}

/** Returns true if an invoice very probably fits on one page. */
export function fitsOnePage(invoice: PrintableInvoice): boolean {
  const { document } = invoice;
  const wording = wordingOf(invoice);
  const height =
    estimateHeader(invoice, wording) +
    (invoice.annulledOn === null ? 0 : ANNULMENT) +
    estimateParties(document, wording) +
    estimateLines(document) +
    estimateClosing(document, wording) +
    estimateEnding(invoice);
  return height <= PAGE;
}
