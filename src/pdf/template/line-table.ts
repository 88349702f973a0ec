import type { DocumentLine, InvoiceDocument } from '../../contracts/invoice-document.ts';
import { html, type Html } from './escape-html.ts';
import { measureFigures } from './measure-text.ts';
import { formatDecimal, formatMoney, formatRate } from './spanish-format.ts';
import { buildLineTaxLabel, buildRegimeLabel } from './tax-labels.ts';

const CELL_PADDING_MM = 3;

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

/** Width of a column of figures in mm: its widest entry, so that ordinary amounts leave the room to the concept. */
function measureColumn(texts: readonly string[], minimum: number): number {
  const widest = texts.reduce((width, text) => Math.max(width, measureFigures(text)), 0);
  return Math.max(minimum, Math.ceil(widest + CELL_PADDING_MM));
}

function buildRow(printed: PrintedLine, withDiscount: boolean, withRegime: boolean): Html {
  const { line } = printed;
  const regime = withRegime ? buildRegimeLabel(line) : null;
  return html`<tr>
    <td>${line.concept}${line.notes !== null && html`<div class="note">${line.notes}</div>`}</td>
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
    measureColumn(
      printed.map((line) => line.units),
      15,
    ),
    measureColumn(
      printed.map((line) => line.price),
      22,
    ),
    ...(withDiscount
      ? [
          measureColumn(
            printed.map((line) => line.discount),
            14,
          ),
        ]
      : []),
    27,
    measureColumn(
      printed.map((line) => line.net),
      24,
    ),
  ];
  return html`<table class="lines">
    <colgroup>
      <col />
      ${widths.map((width) => html`<col style="width:${width}mm" />`)}
    </colgroup>
    <thead>
      <tr>
        <th>Concepto</th>
        <th class="figure">Cantidad</th>
        <th class="figure">Precio</th>
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
