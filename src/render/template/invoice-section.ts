import { describeLines } from '../../domain/invoice/describe-lines.ts';
import type { InvoiceDocument, PrintableInvoice } from '../../contracts/invoice-document.ts';
import { buildAccentStyle } from './accent.ts';
import { buildAnnulment } from './annulment.ts';
import { buildClosing } from './closing-block.ts';
import type { Html } from '../../contracts/html-template.ts';
import { html } from './escape-html.ts';
import { fitNumber, PARTY_PLACE } from './fit-number.ts';
import { buildInvoiceHeader, buildRecipient, type SectionContext } from './invoice-header.ts';
import type { Wording } from './languages/wording.ts';
import { wordingOf } from './languages/wordings.ts';
import { closeGaps, countLineBreaks } from './line-breaks.ts';
import { buildLineTable } from './line-table.ts';
import { buildRelatedInvoice, type RelatedInvoice } from './rectification.ts';
import { printText } from './stored-text.ts';

/** `single`: one page, rendered together with others. `many`: alone in its render batch, with numbered pages. */
export type SectionPaging = 'single' | 'many';

/** Returns whether the client gave a description. The default description of the record repeats the lines and is not printed. */
function hasOwnDescription({ description, lines }: InvoiceDocument): boolean {
  return description !== '' && !describeLines(lines).startsWith(description);
}

function buildRelated({ heading, reference, texts }: RelatedInvoice, wording: Wording): Html {
  const fit = reference === null ? null : fitNumber(reference.number, PARTY_PLACE);
  return html`<div class="party${fit?.isApart === true && ' apart'}">
    <h2>${heading}</h2>
    ${reference !== null && buildRelatedNumber(reference, fit?.classes ?? '', wording)}${texts.map((text) => html`<div>${text}</div>`)}
  </div>`;
}

function buildRelatedNumber(
  { number, issueDate }: NonNullable<RelatedInvoice['reference']>,
  classes: string,
  { related, notation }: Wording,
): Html {
  const date = html`${related.dated}<span class="whole">${notation.formatDate(issueDate)}</span>`;
  return html`<div><span class="${classes}">${number}</span>${date}</div>`;
}

function buildParties(document: InvoiceDocument, wording: Wording): Html | null {
  const recipient = buildRecipient(document, wording);
  const related = buildRelatedInvoice(document, wording);
  return recipient === null && related === null
    ? null
    : html`<div class="parties">${recipient}${related !== null && buildRelated(related, wording)}</div>`;
}

/** Builds one invoice as a section that starts on a new page. */
export function buildInvoiceSection(
  invoice: PrintableInvoice,
  paging: SectionPaging,
  context: SectionContext,
): Html {
  const { document, issuerProfile, annulledOn } = invoice;
  const wording = wordingOf(invoice);
  const accent = issuerProfile?.accent ?? null;
  const kind = countLineBreaks(document) > 0 ? `${paging} lined` : paging;
  const style = accent === null ? null : html` style="${buildAccentStyle(accent)}"`;
  return html`<section class="invoice ${kind}" lang="${wording.tag}" ${style}>
    ${buildInvoiceHeader(invoice, context)}${buildAnnulment(annulledOn, wording)}${buildParties(document, wording)}${
      hasOwnDescription(document) && html`<p class="description">${printText(document.description)}</p>`
    }${buildLineTable(document, wording)}
    <div class="tail">
      ${buildClosing(invoice, wording)}${
        document.footerNote !== null &&
        html`<p class="footer-note">${printText(closeGaps(document.footerNote))}</p>`
      }
      ${issuerProfile?.registryNote != null && html`<footer>${printText(issuerProfile.registryNote)}</footer>`}
    </div>
  </section>`;
}
