import type { DocumentLine, InvoiceDocument } from '../../contracts/invoice-document.ts';
import { isTaxedOnMargin } from '../../domain/tax/regime-rules.ts';
import type { Html } from '../../contracts/html-template.ts';
import { html } from './escape-html.ts';
import type { Notation } from './languages/notation.ts';
import type { Wording } from './languages/wording.ts';
import { closeGaps } from './line-breaks.ts';
import { measureColumn, PAGE_WIDTH_MM, shrinkColumn } from './measure-text.ts';
import { listPrintedAmounts, type PrintedAmounts } from './printed-amounts.ts';
import { CELL_CLASSES } from './role-styles.ts';
import { printText } from './stored-text.ts';
import { buildLineTaxLabel, buildRegimeLabel } from './tax-labels.ts';

const CONCEPT_MINIMUM_MM = 60;
/** Width of the tax column, for texts such as `IVA 21 %`; the second width is for longer labels. */
const TAX_COLUMN_MM = 21;
const WORDY_TAX_COLUMN_MM = 29;

/** The width of a column's figures, and the width that its head needs in every language, in mm. */
type Column = { readonly width: number; readonly minimum: number };

type Columns = { readonly withDiscount: boolean; readonly withRegime: boolean };

type PrintedLine = {
  readonly line: DocumentLine;
  readonly units: string;
  readonly price: string;
  readonly discount: string;
  readonly amount: string;
};

function printLine(
  line: DocumentLine,
  { unitPrice, amount }: PrintedAmounts,
  { formatDecimal, formatMoney, formatRate }: Notation,
): PrintedLine {
  return {
    line,
    units: formatDecimal(line.units),
    price: formatMoney(unitPrice),
    discount: line.discountPercent === null ? '' : formatRate(line.discountPercent),
    amount: formatMoney(amount),
  };
}

function buildRow(
  printed: PrintedLine,
  place: number,
  { withDiscount, withRegime }: Columns,
  wording: Wording,
): Html {
  const { line } = printed;
  const regime = withRegime ? buildRegimeLabel(line, wording) : null;
  const classes = CELL_CLASSES.lines[place % 2 === 0 ? 'odd' : 'even'];
  const [concept = '', units = '', price = '', discount = ''] = classes;
  const [tax = '', amount = ''] = classes.slice(withDiscount ? 4 : 3);
  return html`<tr>
    <td class="${concept}">
      ${printText(line.concept)}${line.notes !== null && html`<div class="note">${printText(closeGaps(line.notes))}</div>`}
    </td>
    <td class="figure ${units}">${printed.units}</td>
    <td class="figure ${price}">${printed.price}</td>
    ${withDiscount && html`<td class="figure ${discount}">${printed.discount}</td>`}
    <td class="tax ${tax}">
      ${buildLineTaxLabel(line, wording)}${regime !== null && html`<div class="note">${regime}</div>`}
    </td>
    <td class="figure ${amount}">${printed.amount}</td>
  </tr>`;
}

function buildHead(withDiscount: boolean, { labels }: Wording): Html {
  const [concept = '', units = '', price = '', discount = ''] = CELL_CLASSES.lines.head;
  const [tax = '', amount = ''] = CELL_CLASSES.lines.head.slice(withDiscount ? 4 : 3);
  return html`<tr>
    <th class="${concept}">${labels.concept}</th>
    <th class="figure ${units}">${labels.units}</th>
    <th class="figure ${price}">${labels.unitPrice}</th>
    ${withDiscount && html`<th class="figure ${discount}">${labels.discount}</th>`}
    <th class="tax ${tax}">${labels.tax}</th>
    <th class="figure ${amount}">${labels.amount}</th>
  </tr>`;
}

/** Builds the line table: concept and notes, units, unit price, discount if any line has one, tax, and amount. */
export function buildLineTable(document: InvoiceDocument, wording: Wording): Html {
  const { lines } = document;
  const { notation } = wording;
  const amounts = listPrintedAmounts(document);
  const printed = lines.map((line, place) => printLine(line, amounts[place]!, notation));
  const withDiscount = lines.some((line) => line.discountPercent !== null);
  // The regime is shown per line only when lines differ. Otherwise the tax table and the legal mentions name it for all.
  const withRegime = new Set(lines.map((line) => line.regime)).size > 1;
  const isWordy = withRegime || lines.some((line) => line.operationKey !== 'S1' || isTaxedOnMargin(line));
  const words = isWordy ? WORDY_TAX_COLUMN_MM : TAX_COLUMN_MM;
  const figures = (print: (line: PrintedLine) => string, minimum: number): Column => ({
    width: measureColumn(printed, print, minimum),
    minimum,
  });
  const columns = [
    figures(({ units }) => units, 16),
    figures(({ price }) => price, 23),
    ...(withDiscount ? [figures(({ discount }) => discount, 14)] : []),
    { width: words, minimum: words },
    figures(({ amount }) => amount, 21),
  ];
  // Amounts of a dozen digits with six decimals would leave no space for the concept, so they use a smaller type size.
  const dense = columns.reduce((sum, { width }) => sum + width, 0) > PAGE_WIDTH_MM - CONCEPT_MINIMUM_MM;
  const widths = columns.map(({ width, minimum }) => (dense ? shrinkColumn(width, minimum) : width));
  return html`<table class="lines${dense && ' dense'}">
    <colgroup>
      <col />
      ${widths.map((width) => html`<col style="width:${width}mm" />`)}
    </colgroup>
    <thead>
      ${buildHead(withDiscount, wording)}
    </thead>
    <tbody>
      ${printed.map((line, place) => buildRow(line, place, { withDiscount, withRegime }, wording))}
    </tbody>
  </table>`;
}
