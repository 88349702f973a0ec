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
/** With the character before it. */
const LABEL_LENGTH = 6;

function trimEnd(text: string): string {
  let end = text.length;
  // By hand: a pattern would begin anew at each of them.
  while (end > 0 && JOINING.test(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/** What is left of a text around an account number: the label is ours, and its punctuation joins nothing any more. */
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

/** The lines about the payment; where nothing is due, no account is named: it would be read as where to pay. */
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

/** Whether an account number, which stands in one piece, is too wide for the room beside the amount. */
function isTooWide({ paymentMethodInfo }: InvoiceDocument, roomMm: number): boolean {
  const pieces = findIbans(paymentMethodInfo ?? '');
  return pieces.some((piece) => 'iban' in piece && measureWords(`IBAN ${piece.iban}`, IBAN_PX) > roomMm);
}

/**
 * What the reader looks for first: how much to pay, until when, and how: beside the amount, or below it where an account number needs the room.
 * @param roomMm beside the amount.
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
