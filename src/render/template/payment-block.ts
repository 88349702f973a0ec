import type { InvoiceDocument, PrintableInvoice } from '../../contracts/invoice-document.ts';
import { judgeAmountToPay } from './amount-to-pay.ts';
import type { Html } from '../../contracts/html-template.ts';
import { html } from './escape-html.ts';
import { findIbans, type TextPiece } from './find-ibans.ts';
import type { Wording } from './languages/wording.ts';
import { closeGaps } from './line-breaks.ts';
import { measureWords } from './measure-text.ts';
import { printText } from './stored-text.ts';

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

/** Trims the text around an account number. The page prints its own label, and the punctuation no longer joins anything. */
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
 * Builds the lines about the payment. When nothing is due, account numbers are omitted, because a reader would take them for the account
 * to pay to.
 */
function buildPaymentInfo(info: string, isDue: boolean): readonly Html[] {
  const pieces = findIbans(info);
  if (!pieces.some((piece) => 'iban' in piece)) return [html`<div>${printText(closeGaps(info))}</div>`];
  return isDue ? pieces.map(buildPiece).filter((piece) => piece !== null) : [];
}

function buildHow(
  { paymentMethod, paymentMethodInfo }: InvoiceDocument,
  isDue: boolean,
  { labels, paymentMethods }: Wording,
): Html | null {
  const lines = [
    ...(paymentMethod === null ? [] : [html`<div>${paymentMethods[paymentMethod]}</div>`]),
    ...(paymentMethodInfo === null ? [] : buildPaymentInfo(paymentMethodInfo, isDue)),
  ];
  return lines.length === 0
    ? null
    : html`<div class="how">
        <h2>${labels.paymentMethod}</h2>
        ${lines}
      </div>`;
}

/** Returns whether an account number, which does not wrap, is too wide for the space beside the amount. */
function isTooWide({ paymentMethodInfo }: InvoiceDocument, roomMm: number): boolean {
  const pieces = findIbans(paymentMethodInfo ?? '');
  return pieces.some((piece) => 'iban' in piece && measureWords(`IBAN ${piece.iban}`, IBAN_PX) > roomMm);
}

/**
 * Builds the payment block: the amount to pay, the due date and the payment method. The method is beside the amount, or below it when an
 * account number needs the space.
 * @param roomMm width of the space beside the amount, in mm.
 */
export function buildPayment(invoice: PrintableInvoice, wording: Wording, roomMm: number): Html {
  const { document } = invoice;
  const { labels, notation } = wording;
  const { label, amount, isDue, settled, hasPayment } = judgeAmountToPay(invoice);
  return html`<div class="payment${isDue && isTooWide(document, roomMm) && ' stacked'}">
    <div class="payable">
      <div class="sum">
        <span>${labels[label]}</span><span class="figure">${notation.formatMoney(amount)}</span>
      </div>
      ${
        isDue &&
        document.dueDate !== null &&
        html`<div class="due">
          ${labels.due} <span class="whole">${notation.formatDate(document.dueDate)}</span>
        </div>`
      }${settled !== null && html`<div class="paid">${labels[settled]}</div>`}
    </div>
    ${hasPayment && buildHow(document, isDue, wording)}
  </div>`;
}
