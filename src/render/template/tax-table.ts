import type { Html } from '../../domain/html/html-template.ts';
import type { InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import { formatCents, scaleDecimal } from '../../domain/money/decimals.ts';
import { html } from './escape-html.ts';
import type { Wording } from './languages/wording.ts';
import { measureColumn, PAGE_WIDTH_MM, shrinkColumn } from './measure-text.ts';
import type { PrintedSums } from './printed-sums.ts';
import { CELL_CLASSES } from './role-styles.ts';
import { buildRegimeLabel, buildTaxGroupLabel } from './tax-labels.ts';

/** Minimum width of the tax name, for texts such as `No sujeta a IVA`. */
export const MIN_TAX_NAME_MM = 22;

/**
 * Returns the rate that a tax group shows; null when it shows none. In a reverse charge the
 * customer determines the tax, and the rate of 0 in the record does not apply.
 */
function findRate({ rate, foreignRate, operationKey }: TaxGroup): string | null {
  return foreignRate ?? (operationKey === 'S2' ? null : rate);
}

type Amounts = Pick<TaxGroup, 'base' | 'tax' | 'surcharge' | 'foreignTax'>;

/**
 * Returns the tax of a group, which is not that of the IVA where another member state's VAT is
 * charged.
 */
function readTax({ tax, foreignTax }: Amounts): string {
  return foreignTax ?? tax;
}

function addTax(amounts: Amounts): string {
  const parts = [amounts.base, readTax(amounts), amounts.surcharge ?? '0'];
  return formatCents(parts.reduce((sum, part) => sum + scaleDecimal(part, 2), 0n));
}

/**
 * A column of figures: its head, the figure of each group, and its least width in mm, which fits
 * its head in every language.
 */
type Column = {
  readonly head: string;
  /** The text of a group; an amount in the format of its currency. */
  readonly print: (group: TaxGroup) => string;
  /** The amount among those in euros; null when the column has none. */
  readonly read: ((amounts: Amounts) => string) | null;
  readonly minimum: number;
};

function buildColumns(
  { groups, exempt, notSubject }: PrintedSums,
  isGross: boolean,
  wording: Wording,
): Column[] {
  const { labels, notation } = wording;
  const { formatMoney, formatRate } = notation;
  const amountColumn = (head: string, minimum: number, read: (amounts: Amounts) => string): Column => ({
    head,
    minimum,
    read,
    print: (group) => formatMoney(read(group)),
  });
  const rateColumn = (head: string, read: (group: TaxGroup) => string | null): Column => ({
    head,
    minimum: 16,
    read: null,
    print: (group) => {
      const rate = read(group);
      return rate === null ? '—' : formatRate(rate);
    },
  });
  const baseHead = exempt === null && notSubject === null ? labels.base : labels.baseOrAmount;
  const withSurcharge = groups.some(({ surcharge }) => surcharge !== undefined);
  return [
    amountColumn(baseHead, 24, ({ base }) => base),
    rateColumn(labels.rate, findRate),
    amountColumn(labels.taxAmount, 20, readTax),
    ...(withSurcharge
      ? [
          rateColumn(labels.surchargeRate, ({ surchargeRate }) => surchargeRate ?? null),
          amountColumn(labels.surchargeAmount, 20, ({ surcharge }) => surcharge ?? '0.00'),
        ]
      : []),
    ...(isGross ? [amountColumn(labels.withTax, 22, addTax)] : []),
  ];
}

/** A row of the table: its name and its figures. */
type Row = { readonly name: Html; readonly figures: readonly string[] };

/**
 * Builds the row of a group, and the row with its amounts in euros if the invoice has another
 * currency (RD 1619/2012, art. 12).
 */
function buildGroupRows(group: TaxGroup, columns: readonly Column[], wording: Wording): Row[] {
  const { labels, notation } = wording;
  const notes = [
    buildRegimeLabel(group, wording),
    group.costBase === undefined ? null : `${labels.costBase} ${notation.formatMoney(group.costBase)}`,
  ].filter((note) => note !== null);
  const name = html`${buildTaxGroupLabel(group, wording)}${notes.map((note) => html`<div class="note">${note}</div>`)}`;
  const row = { name, figures: columns.map(({ print }) => print(group)) };
  const { euro } = group;
  if (euro === undefined) return [row];
  const inEuros = columns.map(({ read }) => (read === null ? '' : notation.formatEuros(read(euro))));
  return [row, { name: html`${labels.inEuros}`, figures: inEuros }];
}

function buildRow({ name, figures }: Row, place: number): Html {
  const [nameClass = '', ...classes] = CELL_CLASSES.taxes[place % 2 === 0 ? 'odd' : 'even'];
  return html`<tr>
    <td class="${nameClass}">${name}</td>
    ${figures.map((figure, column) => html`<td class="figure ${classes[column] ?? ''}">${figure}</td>`)}
  </tr>`;
}

/** The table of the tax groups, and the width of its figures in mm. */
export type TaxTable = { readonly table: Html; readonly figuresMm: number };

/**
 * Builds the table of the tax groups, with exactly the strings of the registration record. It has
 * columns for the equivalence surcharge where one is charged, and for the amount with tax where the
 * prices of the invoice include it.
 */
export function buildTaxTable(
  { pricesIncludeTax }: InvoiceDocument,
  sums: PrintedSums,
  wording: Wording,
): TaxTable {
  const columns = buildColumns(sums, pricesIncludeTax === true, wording);
  const rows = sums.groups.flatMap((group) => buildGroupRows(group, columns, wording));
  const usual = columns.map(({ minimum }, column) =>
    measureColumn(rows, ({ figures }) => figures[column] ?? '', minimum),
  );
  // Six columns with amounts of a dozen digits are wider than the page, so they use a smaller type
  // size.
  const dense = addUp(usual) + MIN_TAX_NAME_MM > PAGE_WIDTH_MM;
  const widths = usual.map((width, column) =>
    dense ? shrinkColumn(width, columns[column]!.minimum) : width,
  );
  const [nameHead = '', ...heads] = CELL_CLASSES.taxes.head;
  const table = html`<table class="taxes${dense && ' dense'}">
    <colgroup>
      <col />
      ${widths.map((width) => html`<col style="width:${width}mm" />`)}
    </colgroup>
    <thead>
      <tr>
        <th class="${nameHead}">${wording.labels.tax}</th>
        ${columns.map(({ head }, column) => html`<th class="figure ${heads[column] ?? ''}">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(buildRow)}
    </tbody>
  </table>`;
  return { table, figuresMm: addUp(widths) };
}

function addUp(lengths: readonly number[]): number {
  return lengths.reduce((sum, length) => sum + length, 0);
}
