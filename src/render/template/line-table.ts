import type { Html, HtmlValue } from '../../domain/html/html-template.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { isTaxedOnMargin } from '../../domain/tax/regime-rules.ts';
import { html } from './escape-html.ts';
import type { Wording } from './languages/wording.ts';
import { buildConcept, listAllowanceTexts } from './line-details.ts';
import { measureColumn, PAGE_WIDTH_MM, shrinkColumn } from './measure-text.ts';
import { nameUnit } from './named-units.ts';
import { listPrintedAmounts } from '../../domain/invoice/printed-amounts.ts';
import { CELL_CLASSES } from './role-styles.ts';
import { printTexts } from './stored-text.ts';
import type { FiscalKey } from '../../domain/mentions/fiscal-key.ts';
import { buildLineTaxLabel, buildRegimeLabel } from './tax-labels.ts';

const CONCEPT_MINIMUM_MM = 60;
/** Width of the tax column, for texts such as `IVA 21 %`; the second width is for longer labels. */
const TAX_COLUMN_MM = 21;
const WORDY_TAX_COLUMN_MM = 29;

/**
 * A row of the table: a line, or an allowance or a charge of the whole invoice. Texts are empty
 * where a row or the invoice has none.
 */
type Row = {
  readonly key: FiscalKey;
  readonly concept: HtmlValue;
  readonly units: string;
  readonly price: string;
  readonly discount: string;
  readonly surcharge: string;
  readonly amount: string;
  /** Price and amount without tax, if the prices of the invoice include it. */
  readonly priceWithoutTax: string;
  readonly amountWithoutTax: string;
};

function listRows(document: InvoiceDocument, wording: Wording): Row[] {
  const { formatDecimal, formatMoney, formatRate } = wording.notation;
  const { lines, allowances = [] } = document;
  return listPrintedAmounts(document).map(({ unitPrice, amount, withoutTax }, place): Row => {
    const line = lines[place];
    const allowance = allowances[place - lines.length];
    const key = line ?? allowance!;
    const { surchargeRate } = key;
    const without = withoutTax ?? { unitPrice: null, amount: null };
    return {
      key,
      concept:
        line === undefined
          ? printTexts(listAllowanceTexts(allowance!, wording))
          : buildConcept(line, wording),
      units: line === undefined ? '' : printUnits(formatDecimal(line.units), line.unitCode, wording),
      price: unitPrice === null ? '' : formatMoney(unitPrice),
      discount: line === undefined || line.discountPercent === null ? '' : formatRate(line.discountPercent),
      surcharge: surchargeRate === undefined ? '' : formatRate(surchargeRate),
      amount: formatMoney(amount),
      priceWithoutTax: without.unitPrice === null ? '' : formatMoney(without.unitPrice),
      amountWithoutTax: without.amount === null ? '' : formatMoney(without.amount),
    };
  });
}

function printUnits(units: string, code: string | undefined, wording: Wording): string {
  return code === undefined ? units : `${units}\u{a0}${nameUnit(code, wording.units)}`;
}

/**
 * The columns that only some invoices have, and whether prices and amounts are shown with and
 * without tax.
 */
type Columns = {
  readonly withDiscount: boolean;
  readonly withRegime: boolean;
  readonly withSurcharge: boolean;
  readonly isGross: boolean;
};

/** Returns the classes of the cells of a row in their order. */
function placeCells(classes: readonly string[], { withDiscount, withSurcharge }: Columns) {
  const [concept = '', units = '', price = '', discount = ''] = classes;
  const [tax = '', ...after] = classes.slice(withDiscount ? 4 : 3);
  const [surcharge = '', amount = ''] = withSurcharge ? after : ['', ...after];
  return { concept, units, price, discount, tax, surcharge, amount };
}

function buildNote(text: string): Html | null {
  return text === '' ? null : html`<div class="note">${text}</div>`;
}

function buildRow(row: Row, place: number, columns: Columns, wording: Wording): Html {
  const { withDiscount, withRegime, withSurcharge } = columns;
  const cells = placeCells(CELL_CLASSES.lines[place % 2 === 0 ? 'odd' : 'even'], columns);
  const regime = withRegime ? buildRegimeLabel(row.key, wording) : null;
  return html`<tr>
    <td class="${cells.concept}">${row.concept}</td>
    <td class="figure ${cells.units}">${row.units}</td>
    <td class="figure ${cells.price}">${row.price}${buildNote(row.priceWithoutTax)}</td>
    ${withDiscount && html`<td class="figure ${cells.discount}">${row.discount}</td>`}
    <td class="tax ${cells.tax}">
      ${buildLineTaxLabel(row.key, wording)}${regime !== null && html`<div class="note">${regime}</div>`}
    </td>
    ${withSurcharge && html`<td class="figure ${cells.surcharge}">${row.surcharge}</td>`}
    <td class="figure ${cells.amount}">${row.amount}${buildNote(row.amountWithoutTax)}</td>
  </tr>`;
}

function buildHead(columns: Columns, { labels }: Wording): Html {
  const { withDiscount, withSurcharge, isGross } = columns;
  const cells = placeCells(CELL_CLASSES.lines.head, columns);
  const both = isGross && html`<div>${labels.withAndWithoutTax}</div>`;
  return html`<tr>
    <th class="${cells.concept}">${labels.concept}</th>
    <th class="figure ${cells.units}">${labels.units}</th>
    <th class="figure ${cells.price}">${labels.unitPrice}${both}</th>
    ${withDiscount && html`<th class="figure ${cells.discount}">${labels.discount}</th>`}
    <th class="tax ${cells.tax}">${labels.tax}</th>
    ${withSurcharge && html`<th class="figure ${cells.surcharge}">${labels.surchargeRate}</th>`}
    <th class="figure ${cells.amount}">${labels.amount}${both}</th>
  </tr>`;
}

/** The width of a column's figures, and the width that its head needs in every language, in mm. */
type Column = { readonly width: number; readonly minimum: number };

/**
 * Builds the line table: concept with its details, units, unit price, discount if any line has one,
 * tax, surcharge if any line has one, and amount. Allowances and charges of the whole invoice
 * follow the lines, so that the amounts add up to those of the tax table.
 */
export function buildLineTable(document: InvoiceDocument, wording: Wording): Html {
  const rows = listRows(document, wording);
  const keys = rows.map(({ key }) => key);
  const columns: Columns = {
    withDiscount: rows.some(({ discount }) => discount !== ''),
    // The regime is shown per line only when lines differ. Otherwise the tax table and the legal
    // mentions name it for all.
    withRegime: new Set(keys.map(({ regime }) => regime)).size > 1,
    withSurcharge: rows.some(({ surcharge }) => surcharge !== ''),
    isGross: rows.some(({ amountWithoutTax }) => amountWithoutTax !== ''),
  };
  const isWordy = columns.withRegime || keys.some((key) => key.operationKey !== 'S1' || isTaxedOnMargin(key));
  const words = isWordy ? WORDY_TAX_COLUMN_MM : TAX_COLUMN_MM;
  const figures = (print: (row: Row) => string, minimum: number): Column => ({
    width: measureColumn(rows, print, minimum),
    minimum,
  });
  const all = [
    figures(({ units }) => units, 16),
    figures(({ price }) => price, 23),
    ...(columns.withDiscount ? [figures(({ discount }) => discount, 14)] : []),
    { width: words, minimum: words },
    ...(columns.withSurcharge ? [figures(({ surcharge }) => surcharge, 16)] : []),
    figures(({ amount }) => amount, 21),
  ];
  // Amounts of a dozen digits with six decimals would leave no space for the concept, so they use a
  // smaller type size.
  const dense = all.reduce((sum, { width }) => sum + width, 0) > PAGE_WIDTH_MM - CONCEPT_MINIMUM_MM;
  const widths = all.map(({ width, minimum }) => (dense ? shrinkColumn(width, minimum) : width));
  return html`<table class="lines${dense && ' dense'}">
    <colgroup>
      <col />
      ${widths.map((width) => html`<col style="width:${width}mm" />`)}
    </colgroup>
    <thead>
      ${buildHead(columns, wording)}
    </thead>
    <tbody>
      ${rows.map((row, place) => buildRow(row, place, columns, wording))}
    </tbody>
  </table>`;
}
