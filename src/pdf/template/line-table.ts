import type { DocumentLine, InvoiceDocument } from '../../contracts/invoice-document.ts';
import { breakWords } from './break-words.ts';
import { html, type Html } from './escape-html.ts';
import { closeGaps } from './line-breaks.ts';
import { measureColumn, shrinkColumn } from './measure-text.ts';
import { formatDecimal, formatMoney, formatRate } from './spanish-format.ts';
import { buildLineTaxLabel, buildRegimeLabel } from './tax-labels.ts';

const PAGE_WIDTH_MM = 180;
const CONCEPT_MINIMUM_MM = 60;
/** The tax column: for `IVA 21 %`, and where a label has more to say. */
const TAX_COLUMN_MM = 21;
const WORDY_TAX_COLUMN_MM = 29;

type PrintedLine = {
  readonly line: DocumentLine;
  readonly units: string;
  readonly price: string;
  readonly discount: string;
  readonly net: string;
};

function printLine(line: DocumentLine): PrintedLine {
  return {
    line,
    units: formatDecimal(line.units),
    price: formatMoney(line.unitPrice),
    discount: line.discountPercent === null ? '' : formatRate(line.discountPercent),
    net: formatMoney(line.netAmount),
  };
}

function buildRow(printed: PrintedLine, withDiscount: boolean, withRegime: boolean): Html {
  const { line } = printed;
  const regime = withRegime ? buildRegimeLabel(line) : null;
  return html`<tr>
    <td>
      ${breakWords(line.concept)}${line.notes !== null && html`<div class="note">${breakWords(closeGaps(line.notes))}</div>`}
    </td>
    <td class="figure">${printed.units}</td>
    <td class="figure">${printed.price}</td>
    ${withDiscount && html`<td class="figure">${printed.discount}</td>`}
    <td class="tax">
      ${buildLineTaxLabel(line)}${regime !== null && html`<div class="note">${regime}</div>`}
    </td>
    <td class="figure">${printed.net}</td>
  </tr>`;
}

/** The lines: concept and notes, units, unit price, discount where any line has one, tax, net amount. */
export function buildLineTable({ lines }: InvoiceDocument): Html {
  const printed = lines.map(printLine);
  const withDiscount = lines.some((line) => line.discountPercent !== null);
  // Told per line only where lines differ: the table of taxes and the legal mentions name it for all.
  const withRegime = new Set(lines.map((line) => line.regime)).size > 1;
  const widths = [
    measureColumn(printed, ({ units }) => units, 15),
    measureColumn(printed, ({ price }) => price, 23),
    withDiscount ? measureColumn(printed, ({ discount }) => discount, 14) : 0,
    withRegime || lines.some(({ operationKey }) => operationKey !== 'S1')
      ? WORDY_TAX_COLUMN_MM
      : TAX_COLUMN_MM,
    measureColumn(printed, ({ net }) => net, 20),
  ].filter((width) => width > 0);
  // Amounts of a dozen digits with six decimals would leave the concept no room: they are set smaller.
  const dense = widths.reduce((sum, width) => sum + width) > PAGE_WIDTH_MM - CONCEPT_MINIMUM_MM;
  return html`<table class="lines${dense && ' dense'}">
    <colgroup>
      <col />
      ${widths.map((width) => html`<col style="width:${dense ? shrinkColumn(width) : width}mm" />`)}
    </colgroup>
    <thead>
      <tr>
        <th>Concepto</th>
        <th class="figure">Cantidad</th>
        <th class="figure">Precio unitario</th>
        ${withDiscount && html`<th class="figure">Dto.</th>`}
        <th class="tax">Impuesto</th>
        <th class="figure">Importe</th>
      </tr>
    </thead>
    <tbody>
      ${printed.map((line) => buildRow(line, withDiscount, withRegime))}
    </tbody>
  </table>`;
}
