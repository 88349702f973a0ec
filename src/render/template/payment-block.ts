import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { PrintableInvoice } from '../../contracts/printable-invoice.ts';
import { judgeAmountToPay } from '../../domain/invoice/amount-to-pay.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { html } from './escape-html.ts';
import { findIbans, groupInFours, type TextPiece } from '../../domain/invoice/find-ibans.ts';
import type { Wording } from './languages/wording.ts';
import { closeGaps } from './line-breaks.ts';
import { measureWords } from './measure-text.ts';
import { findShownAccount, type ShownAccount } from './shown-account.ts';
import { printText, printTexts, printWhole } from './stored-text.ts';

const JOINING = /[\s,;:]/u;
const IBAN_PX = 12.5;
/** Maximum length of a label, including the character before it. */
const LABEL_LENGTH = 6;

function trimEnd(text: string): string {
  let end = text.length;
  // Written as a loop, because a regular expression would start again at each of these characters.
  while (end > 0 && JOINING.test(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/**
 * Trims the text around an account number. The page prints its own label, and the punctuation no
 * longer joins anything.
 */
function trimAround(text: string): string {
  const kept = trimEnd(text);
  const label = /\bIBAN\.?$/i.exec(kept.slice(-LABEL_LENGTH));
  const rest = label === null ? kept : trimEnd(kept.slice(0, -label[0].length));
  return rest.replace(/^[\s,;.]+/u, '');
}

function buildPiece(piece: TextPiece): Html | null {
  if ('iban' in piece) return html`<div class="iban">IBAN ${piece.iban}</div>`;
  const text = trimAround(piece.text);
  return text === '' ? null : html`<div>${printText(closeGaps(text))}</div>`;
}

/**
 * Builds the lines about the payment. When nothing is due, account numbers are omitted, because a
 * reader would take them for the account to pay to.
 */
function buildPaymentInfo(info: string, isDue: boolean): readonly Html[] {
  const pieces = findIbans(info);
  if (!pieces.some((piece) => 'iban' in piece)) return [html`<div>${printText(closeGaps(info))}</div>`];
  return isDue ? pieces.map(buildPiece).filter((piece) => piece !== null) : [];
}

/**
 * Builds the account with its bank. With a direct debit it is the customer's account, which is
 * charged.
 */
function buildAccount(
  { iban, bic }: ShownAccount,
  isDebit: boolean,
  { labels }: Wording,
): readonly (Html | false)[] {
  return [
    isDebit && iban !== null && html`<div>${labels.debitedAccount}</div>`,
    iban !== null && html`<div class="iban">IBAN ${printWhole(groupInFours(iban))}</div>`,
    bic !== null && html`<div>BIC ${printText(bic)}</div>`,
  ];
}

/** Builds who receives the payment, its reference, the mandate of a direct debit and the terms. */
function buildTerms(
  { payment, payee }: InvoiceDocument,
  { labels, notation }: Wording,
): readonly (Html | false)[] {
  const { mandateReference = null, creditorId = null, terms = null, reference = null } = payment ?? {};
  const { paidOn } = payment ?? {};
  const labelled = [
    [
      labels.payee,
      payee ? [payee.name, payee.documentNumber].filter((text) => text !== null).join(', ') : null,
    ],
    [labels.paymentReference, reference],
    [labels.paidOn, paidOn === undefined ? null : notation.formatDate(paidOn)],
    [labels.mandate, mandateReference],
    [labels.creditor, creditorId],
    [labels.terms, terms],
  ] as const;
  return labelled.map(
    ([label, text]) => text !== null && html`<div>${printTexts([`${label}:`, closeGaps(text)])}</div>`,
  );
}

/**
 * Builds the payment method with its account, which is only shown while an amount is due, its terms
 * and the text about it.
 */
function buildHow(invoice: PrintableInvoice, isDue: boolean, wording: Wording): Html | null {
  const { paymentMethod, paymentMethodInfo } = invoice.document;
  const isDebit = paymentMethod === 'direct_debit' || paymentMethod === 'bank_remittance';
  const lines = [
    ...(paymentMethod === null ? [] : [html`<div>${wording.paymentMethods[paymentMethod]}</div>`]),
    ...(isDue ? buildAccount(findShownAccount(invoice), isDebit, wording) : []),
    ...buildTerms(invoice.document, wording),
    ...(paymentMethodInfo === null ? [] : buildPaymentInfo(paymentMethodInfo, isDue)),
  ].filter((line) => line !== false);
  return lines.length === 0
    ? null
    : html`<div class="how">
        <h2>${wording.labels.paymentMethod}</h2>
        ${lines}
      </div>`;
}

/**
 * Returns whether an account number, which does not wrap, is too wide for the space beside the
 * amount.
 */
function isTooWide(invoice: PrintableInvoice, roomMm: number): boolean {
  const { paymentMethodInfo } = invoice.document;
  const { iban: shown } = findShownAccount(invoice);
  const found = findIbans(paymentMethodInfo ?? '').flatMap((piece) => ('iban' in piece ? [piece.iban] : []));
  const ibans = shown === null ? found : [...found, groupInFours(shown)];
  return ibans.some((iban) => measureWords(`IBAN ${iban}`, IBAN_PX) > roomMm);
}

/** A date on which the amount to pay, or an instalment of it, is due. */
type DueDate = { readonly date: string; readonly amount: string | null };

/** Lists the due dates of an invoice. A single one is of the whole amount to pay. */
export function listDueDates({ payment, dueDate }: InvoiceDocument): DueDate[] {
  const due = payment?.due ?? [];
  const [first, second] = due;
  if (second !== undefined) return due;
  const date = first?.date ?? dueDate;
  return date === null ? [] : [{ date, amount: null }];
}

function buildDueDate({ date, amount }: DueDate, { labels, notation }: Wording): Html {
  const due = html`${labels.due} <span class="whole">${notation.formatDate(date)}</span>`;
  return amount === null
    ? html`<div class="due">${due}</div>`
    : html`<div class="instalment">
        <span>${due}</span><span class="figure">${notation.formatMoney(amount)}</span>
      </div>`;
}

/**
 * Builds the payment block: the amount to pay, the due dates and the payment method. The method is
 * beside the amount, or below it when an account number needs the space.
 * @param roomMm width of the space beside the amount, in mm.
 */
export function buildPayment(invoice: PrintableInvoice, wording: Wording, roomMm: number): Html {
  const { document } = invoice;
  const { labels, notation } = wording;
  const { label, amount, isDue, settled, hasPayment } = judgeAmountToPay(invoice);
  const due = isDue ? listDueDates(document) : [];
  return html`<div class="payment${isDue && isTooWide(invoice, roomMm) && ' stacked'}">
    <div class="payable">
      <div class="sum">
        <span>${labels[label]}</span><span class="figure">${notation.formatMoney(amount)}</span>
      </div>
      ${due.map((one) => buildDueDate(one, wording))}${settled !== null && html`<div class="paid">${labels[settled]}</div>`}
    </div>
    ${hasPayment && buildHow(invoice, isDue, wording)}
  </div>`;
}
