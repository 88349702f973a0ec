import { describeLines } from '../../domain/invoice/describe-lines.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { PrintableInvoice } from '../../contracts/printable-invoice.ts';
import { buildAccentStyle } from './accent.ts';
import { buildClosing } from './closing-block.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { html } from './escape-html.ts';
import { buildInvoiceHeader, type SectionContext } from './invoice-header.ts';
import { wordingOf } from './languages/wordings.ts';
import { closeGaps, countLineBreaks } from './line-breaks.ts';
import { buildLineTable } from './line-table.ts';
import { buildAnnulment, buildDraftNotice } from './notices.ts';
import { buildParties } from './parties-block.ts';
import { printText } from './stored-text.ts';

/**
 * `single`: one page, rendered together with others. `many`: alone in its render batch, with
 * numbered pages.
 */
export type SectionPaging = 'single' | 'many';

/**
 * Returns whether the client gave a description. The default description of the record repeats the
 * lines and is not printed.
 */
function hasOwnDescription({ description, lines }: InvoiceDocument): boolean {
  return description !== '' && !describeLines(lines).startsWith(description);
}

/** Builds one invoice as a section that starts on a new page. */
export function buildInvoiceSection(
  invoice: PrintableInvoice,
  paging: SectionPaging,
  context: SectionContext,
): Html {
  const { document, issuerProfile, annulledOn, isDraft } = invoice;
  const wording = wordingOf(invoice);
  const accent = issuerProfile?.accent ?? null;
  const kind = countLineBreaks(document) > 0 ? `${paging} lined` : paging;
  const style = accent === null ? null : html` style="${buildAccentStyle(accent)}"`;
  return html`<section class="invoice ${kind}" lang="${wording.tag}" ${style}>
    ${buildInvoiceHeader(invoice, context)}${isDraft === true && buildDraftNotice(wording)}${buildAnnulment(annulledOn, wording)}${buildParties(document, wording)}${
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
