import { isPersonNif } from '../../domain/invoice/nif.ts';
import type { InvoiceDocument, PrintableInvoice, TaxGroup } from '../../contracts/invoice-document.ts';
import { isTaxedOnMargin } from '../../domain/tax/regime-rules.ts';
import { judgeAmountToPay } from './amount-to-pay.ts';
import type { Html } from '../../contracts/html-template.ts';
import { html } from './escape-html.ts';
import { negateDecimal, type Notation } from './languages/notation.ts';
import type { Wording } from './languages/wording.ts';
import { buildLegalMentions, type LegalMention } from './choose-mentions.ts';
import { measureColumn, measureFigures, measureWords, PAGE_WIDTH_MM, STRESSED } from './measure-text.ts';
import { buildPayment } from './payment-block.ts';
import { sumUp, type PrintedSums } from './printed-sums.ts';
import { CELL_CLASSES } from './role-styles.ts';
import { buildLineTaxLabel, buildRegimeLabel, buildTaxGroupLabel } from './tax-labels.ts';

/** Minimum width of the totals, and minimum width of their labels. */
const MIN_TOTALS_MM = 64;
const MIN_LABEL_MM = 26;
const SUM_GAP_MM = 4;
const LABEL_PX = 11.5;
/** Width of the gap between the tax table and the totals. */
const COLUMN_GAP_MM = 9;
/** Minimum width of the tax name, for texts such as `No sujeta a IVA`. */
const MIN_TAX_NAME_MM = 22;

/**
 * Returns whether a tax group shows a rate. In a reverse charge the customer determines the tax, and the rate of 0 in the record does not
 * apply.
 */
function hasRate(group: TaxGroup): group is TaxGroup & { readonly rate: string } {
  return group.rate !== null && group.operationKey !== 'S2';
}

function buildGroupRow(group: TaxGroup, place: number, wording: Wording): Html {
  const { formatMoney, formatRate } = wording.notation;
  const regime = buildRegimeLabel(group, wording);
  const [name = '', base = '', rate = '', tax = ''] = CELL_CLASSES.taxes[place % 2 === 0 ? 'odd' : 'even'];
  return html`<tr>
    <td class="${name}">
      ${buildTaxGroupLabel(group, wording)}${regime !== null && html`<div class="note">${regime}</div>`}
    </td>
    <td class="figure ${base}">${formatMoney(group.base)}</td>
    <td class="figure ${rate}">${hasRate(group) ? formatRate(group.rate) : '—'}</td>
    <td class="figure ${tax}">${formatMoney(group.tax)}</td>
  </tr>`;
}

type TaxColumns = {
  readonly base: number;
  readonly rate: number;
  readonly tax: number;
  readonly figures: number;
};

/** Returns the column widths of the tax table in mm. */
function layOutTaxes(groups: readonly TaxGroup[], { formatMoney, formatRate }: Notation): TaxColumns {
  const base = measureColumn(groups, (group) => formatMoney(group.base), 24);
  const rate = measureColumn(groups, (group) => (hasRate(group) ? formatRate(group.rate) : ''), 16);
  const tax = measureColumn(groups, (group) => formatMoney(group.tax), 20);
  return { base, rate, tax, figures: base + rate + tax };
}

/** Builds the table of base, rate and tax of each group, with exactly the strings of the registration record. */
function buildTaxTable(
  { groups, exempt, notSubject }: PrintedSums,
  { base, rate, tax }: TaxColumns,
  wording: Wording,
): Html {
  const { labels } = wording;
  const amountHead = exempt === null && notSubject === null ? labels.base : labels.baseOrAmount;
  const [nameHead = '', baseHead = '', rateHead = '', taxHead = ''] = CELL_CLASSES.taxes.head;
  return html`<table class="taxes">
    <colgroup>
      <col />
      <col style="width:${base}mm" />
      <col style="width:${rate}mm" />
      <col style="width:${tax}mm" />
    </colgroup>
    <thead>
      <tr>
        <th class="${nameHead}">${labels.tax}</th>
        <th class="figure ${baseHead}">${amountHead}</th>
        <th class="figure ${rateHead}">${labels.rate}</th>
        <th class="figure ${taxHead}">${labels.taxAmount}</th>
      </tr>
    </thead>
    <tbody>
      ${groups.map((group, place) => buildGroupRow(group, place, wording))}
    </tbody>
  </table>`;
}

function buildTotal(label: string | Html, amount: string, emphasis: 'total' | null = null): Html {
  return html`<div class="sum ${emphasis}"><span>${label}</span><span class="figure">${amount}</span></div>`;
}

type Totals = InvoiceDocument['totals'];

type Withholding = Totals['withholdings'][number];

/** Returns the labelled sums above the total, except taxes and amounts that include tax. */
function listBases({ taxable, exempt, notSubject }: PrintedSums): string[] {
  return [taxable?.base ?? null, exempt, notSubject].filter((amount) => amount !== null);
}

/**
 * Returns whether a withholding shows its base. The reader needs the base to check the amount when it is not the only base of the
 * invoice. It is omitted when one of the lines is taxed on the margin, because the base of such a line is not disclosed.
 */
function hasOwnBase({ base, rate }: Withholding, { lines }: InvoiceDocument, sums: PrintedSums): boolean {
  const isOnMargin = lines.some((line) => line.withholdingRate === rate && isTaxedOnMargin(line));
  const bases = listBases(sums);
  return !isOnMargin && (bases.length !== 1 || bases[0] !== base);
}

/**
 * Builds the row of a withholding. It is of the IRPF when the issuer is a natural person, otherwise of the Impuesto sobre Sociedades (RD
 * 439/2007 art. 95, RD 634/2015 art. 61).
 */
function buildWithholding(
  { rate, base, amount }: Withholding,
  { issuer }: InvoiceDocument,
  withBase: boolean,
  wording: Wording,
): Html {
  const { formatMoney, formatRate } = wording.notation;
  const { above, withholding: ofCompany, withholdingOfPerson } = wording.labels;
  const withholding = isPersonNif(issuer.nif) ? withholdingOfPerson : ofCompany;
  const note = html` <span class="whole">${above} ${formatMoney(base)}</span>`;
  const label = html`${withholding} <span class="whole">${formatRate(rate)}</span>${withBase && note}`;
  return buildTotal(label, formatMoney(negateDecimal(amount)));
}

function buildIncluded({ key, amount }: PrintedSums['included'][number], wording: Wording): Html {
  const note = html`<div class="note">${buildLineTaxLabel(key, wording)}</div>`;
  const label = html`${buildRegimeLabel(key, wording) ?? ''}${note}`;
  return buildTotal(label, wording.notation.formatMoney(amount));
}

/**
 * Builds the rows from the sum of the bases to the registered total, and from the total to the amount below. The total is omitted when
 * the amount below has the same label.
 */
function buildTotals(invoice: PrintableInvoice, sums: PrintedSums, wording: Wording): Html {
  const { document } = invoice;
  const { totals } = document;
  const { taxable, exempt, notSubject, included } = sums;
  const { labels, notation } = wording;
  const print = (label: string, amount: string | undefined | null): Html | null =>
    amount == null ? null : buildTotal(label, notation.formatMoney(amount));
  return html`<div class="totals">
    ${print(labels.base, taxable?.base)}${print(labels.exempt, exempt)}${print(labels.notSubject, notSubject)}
    ${print(labels.taxes, taxable?.tax)}${included.map((one) => buildIncluded(one, wording))}${
      judgeAmountToPay(invoice).label !== 'total' &&
      buildTotal(labels.total, notation.formatMoney(totals.total), 'total')
    }
    ${totals.withholdings.map((withholding) =>
      buildWithholding(withholding, document, hasOwnBase(withholding, document, sums), wording),
    )}
    ${print(labels.reimbursable, totals.reimbursableExpenses)}
  </div>`;
}

/** Returns the width of the totals in mm: labels, which may wrap between words, their figures, which do not wrap, and the amounts. */
function measureTotals(document: InvoiceDocument, sums: PrintedSums, wording: Wording): number {
  const { totals } = document;
  const { formatMoney } = wording.notation;
  const above = measureWords(`${wording.labels.above} `, LABEL_PX);
  const bases = totals.withholdings.filter((withholding) => hasOwnBase(withholding, document, sums));
  const label = bases
    .map(({ base }) => above + measureFigures(formatMoney(base)))
    .reduce((width, figures) => Math.max(width, figures), MIN_LABEL_MM);
  const { taxable, included } = sums;
  const parts = [...listBases(sums), taxable?.tax ?? '0', ...included.map(({ amount }) => amount)];
  const amounts = [...parts, totals.total, totals.payable, totals.reimbursableExpenses ?? '0'];
  const widest = [...amounts, ...totals.withholdings.map(({ amount }) => `-${amount}`)]
    .map((amount) => measureFigures(formatMoney(amount)) * STRESSED)
    .reduce((width, amount) => Math.max(width, amount));
  return Math.max(MIN_TOTALS_MM, Math.ceil(label + SUM_GAP_MM + widest));
}

/**
 * Builds the tax table with the mentions, and the totals. They are side by side, or one below the other when the amounts are too wide for
 * that.
 */
export function buildClosing(invoice: PrintableInvoice, wording: Wording): Html {
  const { document } = invoice;
  const sums = sumUp(document);
  const { groups } = sums;
  const table = layOutTaxes(groups, wording.notation);
  const totals = measureTotals(document, sums, wording);
  const isWide =
    groups.length > 0 && table.figures + MIN_TAX_NAME_MM + COLUMN_GAP_MM + totals > PAGE_WIDTH_MM;
  return html`<div class="closing${isWide && ' wide'}" style="--totals:${totals}mm">
    <div class="breakdown">
      ${groups.length > 0 && buildTaxTable(sums, table, wording)}${buildMentions(buildLegalMentions(document, wording))}
    </div>
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
