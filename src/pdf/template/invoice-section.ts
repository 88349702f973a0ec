import type { InvoiceDocument, PrintableInvoice } from '../../contracts/invoice-document.ts';
import { breakWords } from './break-words.ts';
import { html, type Html } from './escape-html.ts';
import { formatDate } from './spanish-format.ts';
import { buildInvoiceHeader, buildRecipient, type SectionContext } from './invoice-header.ts';
import { buildLegalMentions } from './legal-mentions.ts';
import { buildLineTable } from './line-table.ts';
import { buildRelatedInvoice } from './rectification.ts';
import { PAYMENT_METHOD_LABELS } from './spanish-labels.ts';
import { buildTaxTable, buildTotals } from './totals-block.ts';

/** `single`: one page, printed together with others; `many`: alone in its print, with counted pages. */
export type SectionPaging = 'single' | 'many';

/** The description that the record gets by itself repeats the lines; only one of the client's own is printed. */
function hasOwnDescription({ description, lines }: InvoiceDocument): boolean {
  return (
    description !== '' &&
    !lines
      .map(({ concept }) => concept)
      .join(', ')
      .startsWith(description)
  );
}

function buildParties(document: InvoiceDocument): Html | null {
  const recipient = buildRecipient(document);
  const related = buildRelatedInvoice(document);
  if (recipient === null && related === null) return null;
  return html`<div class="parties">
    ${recipient}${
      related !== null &&
      html`<div class="party">
        <h2>${related.heading}</h2>
        ${related.texts.map((text) => html`<div>${text}</div>`)}
      </div>`
    }
  </div>`;
}

function buildPayment({ paymentMethod, paymentMethodInfo }: InvoiceDocument): Html | null {
  if (paymentMethod === null && paymentMethodInfo === null) return null;
  return html`<div class="payment">
    <h2>Forma de pago</h2>
    ${
      paymentMethod !== null && html`<div>${PAYMENT_METHOD_LABELS[paymentMethod]}</div>`
    }${paymentMethodInfo !== null && html`<div>${breakWords(paymentMethodInfo)}</div>`}
  </div>`;
}

function buildMentions(document: InvoiceDocument): Html | null {
  const mentions = buildLegalMentions(document);
  return mentions.length === 0
    ? null
    : html`<div class="mentions">${mentions.map((mention) => html`<p>${mention}</p>`)}</div>`;
}

/** Says across the page that the invoice does not count any more. */
function buildAnnulment(annulledOn: string | null): Html | null {
  return annulledOn === null
    ? null
    : html`<div class="annulled"><strong>Factura anulada</strong> el ${formatDate(annulledOn)}</div>`;
}

/** One invoice as a section that starts on a page of its own. */
export function buildInvoiceSection(
  invoice: PrintableInvoice,
  paging: SectionPaging,
  context: SectionContext,
): Html {
  const { document, issuerProfile, annulledOn } = invoice;
  return html`<section class="invoice ${paging}">
    ${buildInvoiceHeader(invoice, context)}${buildAnnulment(annulledOn)}${buildParties(document)}${
      hasOwnDescription(document) && html`<p class="description">${breakWords(document.description)}</p>`
    }${buildLineTable(document)}
    <div class="closing">
      <div class="breakdown">${buildTaxTable(document)}${buildMentions(document)}</div>
      ${buildTotals(document)}
    </div>
    <div class="ending">
      ${buildPayment(document)}${
        document.footerNote !== null && html`<p class="footer-note">${breakWords(document.footerNote)}</p>`
      }
    </div>
    ${issuerProfile?.registryNote != null && html`<footer>${breakWords(issuerProfile.registryNote)}</footer>`}
  </section>`;
}
