import { titleOf } from './document-title.ts';
import type { PrintableInvoice } from '../../contracts/printable-invoice.ts';
import { judgeAmountToPay } from '../../domain/invoice/amount-to-pay.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { html } from './escape-html.ts';
import { fitNumber, HEADER_PLACE } from './fit-number.ts';
import type { Wording } from './languages/wording.ts';
import { buildTextLine, buildTextsLine, printText } from './stored-text.ts';
import { listDueDates } from './payment-block.ts';
import { wordingOf } from './languages/wordings.ts';
import { buildCountryLabel, buildIssuerNumber } from './party-labels.ts';

function buildIssuer(
  { document, issuerProfile: profile }: PrintableInvoice,
  logoClass: string | null,
  wording: Wording,
): Html {
  const [city, province] = [profile?.city ?? null, profile?.province ?? null];
  const around = province === null || province === city ? null : `(${province})`;
  const taxNumber = buildIssuerNumber(document, wording);
  return html`<div class="issuer">
    ${logoClass !== null && html`<div class="logo ${logoClass}"></div>`}
    <div class="name">${printText(document.issuer.name)}</div>
    <div>${taxNumber.label} <span class="whole">${taxNumber.number}</span></div>
    ${buildTextLine(profile?.address ?? null)} ${buildTextsLine([profile?.postalCode ?? null, city, around])}
    ${buildTextLine(buildCountryLabel(profile?.countryCode ?? null, wording))}
    <div class="contact">
      ${buildTextLine(profile?.phone ?? null)}${buildTextLine(profile?.email ?? null)}${buildTextLine(profile?.website ?? null)}
    </div>
  </div>`;
}

/**
 * Builds the area of the QR code and its captions, in the wording of the Orden HAC/1177/2024. The
 * QR code itself is drawn into the box of the mark when the render batch is split.
 */
function buildQr(qrUrl: string | null, mark: string, { captions }: Wording): Html {
  if (qrUrl === null) return html`<div class="qr"><a class="mark" href="${mark}"></a></div>`;
  const above = html`<span lang="es">QR tributario:</span>`;
  const besideAbove = captions?.qr == null ? null : html` <span class="beside">${captions.qr}</span>`;
  return html`<div class="qr">
    <div>${above}${besideAbove}</div>
    <a href="${mark}"></a>
    <div lang="es">Factura verificable en la sede electrónica de la AEAT</div>
    ${captions !== null && html`<div class="beside">${captions.verifiable}</div>`}
    <div>VERI*FACTU</div>
  </div>`;
}

function buildDate(label: string, date: string | null): Html | null {
  return date === null
    ? null
    : html`<dt>${label}</dt>
        <dd>${date}</dd>`;
}

function buildReference(invoice: PrintableInvoice, number: Html | null, wording: Wording): Html {
  const { document } = invoice;
  const { labels, notation } = wording;
  const title = titleOf(document, wording);
  const print = (date: string | null): string | null => date && notation.formatDate(date);
  const [due, ...instalments] = judgeAmountToPay(invoice).isDue ? listDueDates(document) : [];
  // Several dates are in the payment block, each with its amount.
  const dueDate = due === undefined || instalments.length > 0 ? null : due.date;
  return html`<div class="reference">
    <h1${title.length > 24 ? html` class="long"` : null}>${title}</h1>
    ${number}
    <dl>
      ${buildDate(labels.issueDate, print(document.issueDate))}${buildDate(labels.operationDate, print(document.operationDate))}${buildDate(labels.dueDate, print(dueDate))}
    </dl>
  </div>`;
}

/** The data that the section of an invoice needs in addition to the invoice. */
export type SectionContext = {
  /**
   * The address of the link that shows the splitter where the invoice begins and where its QR code
   * is drawn.
   */
  readonly mark: string;
  /** The CSS class that shows the issuer's logo; null when there is none. */
  readonly logoClass: string | null;
};

/**
 * Builds the head of the first page: issuer, QR code with its captions at the top and centred
 * (Orden HAC/1177/2024), title, number and dates.
 */
export function buildInvoiceHeader(invoice: PrintableInvoice, { mark, logoClass }: SectionContext): Html {
  const { document, isDraft } = invoice;
  const qrUrl = isDraft === true ? null : invoice.qrUrl;
  const wording = wordingOf(invoice);
  const { isApart, classes } = fitNumber(document.number, HEADER_PLACE);
  const number = html`<div class="number ${classes}">${document.number}</div>`;
  return html`<header>
    ${buildIssuer(invoice, logoClass, wording)}${buildQr(qrUrl, mark, wording)}${buildReference(invoice, isApart ? null : number, wording)}${isApart && number}
  </header>`;
}
