import type { PrintableInvoice } from '../../contracts/printable-invoice.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { buildLegalMentions, type LegalMention } from '../../domain/mentions/choose-mentions.ts';
import { html } from './escape-html.ts';
import type { Wording } from './languages/wording.ts';
import { PAGE_WIDTH_MM } from './measure-text.ts';
import { buildPayment } from './payment-block.ts';
import { sumUp } from './printed-sums.ts';
import { buildTaxTable, MIN_TAX_NAME_MM } from './tax-table.ts';
import { buildTotals, measureTotals } from './totals-block.ts';

/** Width of the gap between the tax table and the totals. */
const COLUMN_GAP_MM = 9;

/**
 * Builds the tax table with the mentions, and the totals. They are side by side, or one below the
 * other when the amounts are too wide for that.
 */
export function buildClosing(invoice: PrintableInvoice, wording: Wording): Html {
  const { document } = invoice;
  const sums = sumUp(document);
  const hasTable = sums.groups.length > 0;
  const { table, figuresMm } = buildTaxTable(document, sums, wording);
  const totals = measureTotals(document, sums, wording);
  const isWide = hasTable && figuresMm + MIN_TAX_NAME_MM + COLUMN_GAP_MM + totals > PAGE_WIDTH_MM;
  return html`<div class="closing${isWide && ' wide'}" style="--totals:${totals}mm">
    <div class="breakdown">${hasTable && table}${buildMentions(buildLegalMentions(document, wording))}</div>
    ${buildTotals(invoice, sums, wording)}${buildPayment(invoice, wording, PAGE_WIDTH_MM - totals - COLUMN_GAP_MM)}
  </div>`;
}

/** Builds the mentions in the wording of the law, each with its translation. */
function buildMentions(mentions: readonly LegalMention[]): Html | null {
  return mentions.length === 0 ? null : html`<div class="mentions">${mentions.map(buildMention)}</div>`;
}

function buildMention({ law, translation }: LegalMention): Html {
  return translation === null
    ? html`<p lang="es">${law}</p>`
    : html`<p><span lang="es">${law}</span> / ${translation}</p>`;
}
