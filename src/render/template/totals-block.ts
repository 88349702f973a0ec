import { isPersonNif } from 'verifactu-protocol/records/nif';
import { negateDecimal } from '../../domain/money/decimals.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { PrintableInvoice } from '../../contracts/printable-invoice.ts';
import { isTaxedOnMargin } from '../../domain/tax/regime-rules.ts';
import { judgeAmountToPay } from '../../domain/invoice/amount-to-pay.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { html } from './escape-html.ts';
import type { Notation } from './languages/notation.ts';
import type { Wording } from './languages/wording.ts';
import { measureFigures, measureWords, STRESSED } from './measure-text.ts';
import { printText } from './stored-text.ts';
import type { PrintedSums } from './printed-sums.ts';
import { buildLineTaxLabel, buildRegimeLabel } from './tax-labels.ts';

/** Minimum width of the totals, and minimum width of their labels. */
const MIN_TOTALS_MM = 64;
const MIN_LABEL_MM = 26;
const SUM_GAP_MM = 4;
const LABEL_PX = 11.5;

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
 * Returns whether a withholding shows its base. The reader needs the base to check the amount when
 * it is not the only base of the invoice. It is omitted when one of the lines is taxed on the
 * margin, because the base of such a line is not disclosed.
 */
function hasOwnBase({ base, rate }: Withholding, { lines }: InvoiceDocument, sums: PrintedSums): boolean {
  const isOnMargin = lines.some((line) => line.withholdingRate === rate && isTaxedOnMargin(line));
  const bases = listBases(sums);
  return !isOnMargin && (bases.length !== 1 || bases[0] !== base);
}

/**
 * Builds the row of a withholding. It is of the IRPF when the issuer is a natural person, otherwise
 * of the Impuesto sobre Sociedades (RD 439/2007 art. 95, RD 634/2015 art. 61).
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

/** Builds the row of the suplidos, with each that is stated below their name. */
function buildReimbursable(
  sum: string,
  { reimbursableExpenses = [] }: InvoiceDocument,
  { labels, notation }: Wording,
): Html {
  const expenses = reimbursableExpenses.map(
    ({ description, amount }) =>
      html`<div class="note">
        ${printText(description)} <span class="whole">${notation.formatMoney(amount)}</span>
      </div>`,
  );
  return buildTotal(html`${labels.reimbursable}${expenses}`, notation.formatMoney(sum));
}

/**
 * Builds the amounts in euros of an invoice in another currency, and the rate (RD 1619/2012, art.
 * 12). The record and the QR code contain these amounts.
 */
function buildEuros(
  { totals: { euro }, currency, exchangeRate }: InvoiceDocument,
  { euros }: PrintedSums,
  { labels, notation }: Wording,
): Html | null {
  if (euro === undefined) return null;
  const print = (label: string, amount: string | null): Html | null =>
    amount === null ? null : buildTotal(label, notation.formatEuros(amount));
  return html`${print(labels.taxesInEuros, euros.tax)}${print(labels.surchargeInEuros, euros.surcharge)}${print(labels.totalInEuros, euro.total)}${
    exchangeRate !== undefined &&
    buildTotal(labels.exchangeRate, printExchangeRate(currency ?? '', exchangeRate, notation))
  }`;
}

function printExchangeRate(currency: string, rate: string, { formatEuros }: Notation): string {
  return `1\u{a0}${currency} = ${formatEuros(rate)}`;
}

/**
 * Builds the rows from the sum of the bases to the registered total, and from the total to the
 * amount below. The total is omitted when the amount below has the same label.
 */
export function buildTotals(invoice: PrintableInvoice, sums: PrintedSums, wording: Wording): Html {
  const { document } = invoice;
  const { totals } = document;
  const { taxable, exempt, notSubject, included } = sums;
  const { labels, notation } = wording;
  const print = (label: string, amount: string | undefined | null): Html | null =>
    amount == null ? null : buildTotal(label, notation.formatMoney(amount));
  return html`<div class="totals">
    ${print(labels.base, taxable?.base)}${print(labels.exempt, exempt)}${print(labels.notSubject, notSubject)}
    ${print(labels.taxes, taxable?.tax)}${print(labels.surcharge, taxable?.surcharge)}${included.map((one) => buildIncluded(one, wording))}${
      judgeAmountToPay(invoice).label !== 'total' &&
      buildTotal(labels.total, notation.formatMoney(totals.total), 'total')
    }
    ${buildEuros(document, sums, wording)}${print(labels.foreignTax, totals.foreignTax)}
    ${totals.withholdings.map((withholding) =>
      buildWithholding(withholding, document, hasOwnBase(withholding, document, sums), wording),
    )}
    ${totals.reimbursableExpenses !== null && buildReimbursable(totals.reimbursableExpenses, document, wording)}${print(labels.prepaid, totals.prepaid && negateDecimal(totals.prepaid))}
  </div>`;
}

/**
 * Returns the width of the totals in mm: labels, which may wrap between words, their figures, which
 * do not wrap, and the amounts.
 */
export function measureTotals(document: InvoiceDocument, sums: PrintedSums, wording: Wording): number {
  const { totals, currency, exchangeRate } = document;
  const { formatMoney, formatEuros } = wording.notation;
  const above = measureWords(`${wording.labels.above} `, LABEL_PX);
  const bases = totals.withholdings.filter((withholding) => hasOwnBase(withholding, document, sums));
  const label = bases
    .map(({ base }) => above + measureFigures(formatMoney(base)))
    .reduce((width, figures) => Math.max(width, figures), MIN_LABEL_MM);
  const { taxable, included } = sums;
  const parts = [
    ...listBases(sums),
    taxable?.tax ?? '0',
    taxable?.surcharge ?? '0',
    ...included.map(({ amount }) => amount),
  ];
  const amounts = [
    ...parts,
    totals.total,
    totals.payable,
    totals.foreignTax ?? '0',
    totals.reimbursableExpenses ?? '0',
    ...[totals.prepaid ?? '0', ...totals.withholdings.map(({ amount }) => amount)].map(
      (amount) => `-${amount}`,
    ),
  ];
  const { euro } = totals;
  const inEuros =
    euro === undefined
      ? []
      : [sums.euros.tax ?? '0', sums.euros.surcharge ?? '0', euro.total].map(formatEuros);
  const rate =
    exchangeRate === undefined ? [] : [printExchangeRate(currency ?? '', exchangeRate, wording.notation)];
  const widest = [...amounts.map(formatMoney), ...inEuros, ...rate]
    .map((amount) => measureFigures(amount) * STRESSED)
    .reduce((width, amount) => Math.max(width, amount));
  return Math.max(MIN_TOTALS_MM, Math.ceil(label + SUM_GAP_MM + widest));
}
