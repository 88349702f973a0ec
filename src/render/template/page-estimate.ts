import type { DocumentLine, InvoiceDocument, Recipient } from '../../contracts/invoice-document.ts';
import type { PrintableInvoice } from '../../contracts/printable-invoice.ts';
import type { Wording } from './languages/wording.ts';
import { wordingOf } from './languages/wordings.ts';
import { buildLegalMentions } from '../../domain/mentions/choose-mentions.ts';
import { listAllowanceTexts, listCodes, listLineAllowances } from './line-details.ts';
import { PAGE_WIDTH_MM } from './measure-text.ts';
import { listDueDates } from './payment-block.ts';
import { sumUp } from './printed-sums.ts';
import { buildRelatedInvoices, type RelatedInvoices } from './rectification.ts';
import { listReferenceTexts } from './references.ts';
import { findShownAccount } from './shown-account.ts';
import { buildRegimeLabel } from './tax-labels.ts';

/*
 * Estimates the height of an invoice to select how it is rendered. Lengths are in mm. The estimate
 * may be wrong: the render batch shows how many pages each invoice took, and an invoice with more
 * pages than estimated is rendered again alone.
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

/**
 * Chinese, Japanese and Korean characters, and most others that fonts draw at the same width or as
 * boxes.
 */
const WIDE = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufdff\ufe30-\uffff]/g;

/**
 * Counts letters. Wide characters count twice. Characters beyond the Basic Multilingual Plane, such
 * as emoji, also count twice, once per surrogate.
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

/**
 * Height of a block's heading with its rule, or of the space above a block that is not in the first
 * row.
 */
const BLOCK_HEAD = 7;

/** A recipient, or an addressee, who may have no name and has no electronic address. */
type Customer = Omit<Partial<Recipient>, 'name'> & { readonly name?: string | null };

function estimateCustomer(customer: Customer): number {
  const { name, address, electronicAddress, dir3, contact }: Partial<Recipient> = {
    ...customer,
    name: customer.name ?? '',
  };
  const rows = Object.values(dir3 ?? {}).filter((unit) => unit !== null).length;
  const electronic =
    (electronicAddress === undefined ? 0 : 2 * BODY.row) +
    (contact === undefined ? 0 : measureRows(Object.values(contact).join(' · '), PARTY_WIDTH) + BODY.row);
  const ofName = measureRows(name, PARTY_WIDTH) + measureRows(address, PARTY_WIDTH);
  return ofName + electronic + (3 + rows) * BODY.row;
}

/** Sums the heights of blocks that stand two in a row. */
function measurePairs(heights: readonly number[]): number {
  return heights.reduce(
    (sum, height, place) =>
      place % 2 === 0 ? sum + Math.max(height, heights[place + 1] ?? 0) + BLOCK_HEAD : sum,
    0,
  );
}

function estimateRelated({ references, texts }: RelatedInvoices): { height: number; isApart: boolean } {
  const isApart = references.length > 1;
  const width = isApart ? PAGE_WIDTH_MM : PARTY_WIDTH;
  const numbers = references.map(({ number }) => `${number}, 01/01/2026`).join('; ');
  const height = texts.reduce((sum, text) => sum + measureRows(text.join(' '), width), 0);
  return { height: height + Math.max(BODY.row, measureRows(numbers, width)), isApart };
}

function estimateParties(document: InvoiceDocument, wording: Wording): number {
  const { recipient, otherRecipients = [], addressee, issuedBy, delivery } = document;
  const related = buildRelatedInvoices(document, wording);
  const correction = related && estimateRelated(related);
  const references = listReferenceTexts(document, wording);
  const blocks = [
    ...[recipient ?? addressee, ...otherRecipients].filter((one) => one !== null).map(estimateCustomer),
    ...(delivery === undefined ? [] : [estimateCustomer(delivery)]),
    ...(correction?.isApart === false ? [correction.height] : []),
    ...(references.length === 0
      ? []
      : [references.reduce((sum, text) => sum + measureRows(text.join(' '), PARTY_WIDTH), 0)]),
    ...(issuedBy?.role === 'third_party' ? [3 * BODY.row] : []),
  ];
  if (blocks.length === 0 && correction === null) return 0;
  const apart = correction?.isApart === true ? correction.height + BLOCK_HEAD : 0;
  return 6 + measurePairs(blocks) + apart;
}

/** Height of the details below a line's concept. */
function estimateDetails(line: DocumentLine, width: number, wording: Wording): number {
  return [listCodes(line, wording), listLineAllowances(line, wording)].reduce(
    (height, texts) => height + measureRows(texts.join(' '), width, SMALL),
    0,
  );
}

function estimateLines(document: InvoiceDocument, wording: Wording): number {
  const { lines, allowances = [], pricesIncludeTax } = document;
  const keys = [...lines, ...allowances];
  const discount = lines.some(({ discountPercent }) => discountPercent !== null) ? 14 : 0;
  const surcharge = keys.some(({ surchargeRate }) => surchargeRate !== undefined) ? 16 : 0;
  const width = 98 - discount - surcharge;
  const figures = pricesIncludeTax === true ? BODY.row + SMALL.row : 0;
  const head = pricesIncludeTax === true ? 3 * SMALL.row : 0;
  const ofLines = lines.map((line) => {
    const text = measureRows(line.concept, width) + measureRows(line.notes, width, SMALL);
    return text + estimateDetails(line, width, wording);
  });
  const ofAllowances = allowances.map((one) =>
    measureRows(listAllowanceTexts(one, wording).join(' '), width),
  );
  return [...ofLines, ...ofAllowances].reduce(
    (height, row) => height + 2.9 + Math.max(row, figures),
    12.5 + head,
  );
}

function estimateClosing(invoice: PrintableInvoice, wording: Wording): number {
  const { document } = invoice;
  const { totals } = document;
  const { groups, taxable, exempt, notSubject, included } = sumUp(document);
  const rows = groups.flatMap((group) => [
    buildRegimeLabel(group, wording) === null && group.costBase === undefined ? 6.5 : 10.2,
    ...(group.euro === undefined ? [] : [6.5]),
  ]);
  const taxes = rows.reduce((height, row) => height + row, 5);
  const mentions = buildLegalMentions(document, wording).reduce(
    (height, { law, translation }) =>
      height + measureRows(`${law} / ${translation ?? ''}`, BREAKDOWN_WIDTH, SMALL),
    2.5,
  );
  const apart = [taxable, exempt, notSubject, totals.reimbursableExpenses].filter((sum) => sum !== null);
  const added = [taxable?.surcharge ?? undefined, totals.foreignTax, totals.prepaid].filter(
    (sum) => sum !== undefined,
  );
  const euros = totals.euro === undefined ? 0 : 24;
  const rowCount = apart.length + added.length + totals.withholdings.length;
  const expenses = (document.reimbursableExpenses ?? []).reduce(
    (height, { description }) =>
      height + measureRows(`${description} 000.000,00 €`, BREAKDOWN_WIDTH / 2, SMALL),
    0,
  );
  const sums = 20 + rowCount * 8 + included.length * 14 + euros + expenses;
  // A table with more columns stands above the sums.
  const isWide = taxable?.surcharge != null || document.pricesIncludeTax === true;
  const both = isWide ? taxes + 4 + Math.max(mentions, sums) : Math.max(taxes + mentions, sums);
  return 6 + both + estimatePayment(invoice, wording);
}

function estimatePayment(invoice: PrintableInvoice, { labels }: Wording): number {
  const { document } = invoice;
  const { paymentMethod, paymentMethodInfo, payment, payee, paid } = document;
  const due = listDueDates(document).length;
  const labelled = [
    [labels.terms, payment?.terms],
    [labels.paymentReference, payment?.reference],
    [labels.paidOn, payment?.paidOn],
    [labels.payee, payee && `${payee.name}, ${payee.documentNumber ?? ''}`],
  ];
  const terms = labelled.reduce(
    (sum, [label, text]) => sum + (text == null ? 0 : measureRows(`${label}: ${text}`, HOW_WIDTH)),
    0,
  );
  const { iban, bic } = findShownAccount(invoice);
  const ofPayment = [iban, bic, payment?.mandateReference, payment?.creditorId];
  const rows = ofPayment.filter((text) => text != null).length + (iban === null ? 0 : 2);
  const method = paymentMethod === null && paymentMethodInfo === null && rows === 0 && terms === 0 ? 0 : 8.6;
  const how = method + measureRows(paymentMethodInfo, HOW_WIDTH) + terms + rows * BODY.row;
  const payable = 6 + (paid === true ? 6 : due * 6);
  return 10 + Math.max(how, payable);
}

function estimateEnding({ document, issuerProfile }: PrintableInvoice): number {
  const { footerNote, description } = document;
  const registry = issuerProfile?.registryNote;
  return (
    (footerNote === null ? 0 : 5 + measureRows(footerNote, PAGE_WIDTH_MM)) +
    (registry == null ? 0 : 5 + measureRows(registry, PAGE_WIDTH_MM, SMALL)) +
    // A description by the client is printed above the lines. A default description, which repeats
    // the lines, is not printed.
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
    (invoice.annulledOn === null && invoice.isDraft !== true ? 0 : ANNULMENT) +
    estimateParties(document, wording) +
    estimateLines(document, wording) +
    estimateClosing(invoice, wording) +
    estimateEnding(invoice);
  return height <= PAGE;
}
