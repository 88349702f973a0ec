import { expect } from 'vitest';
import type { DocumentAllowance, DocumentLine } from '../../../src/contracts/invoice-document.ts';
import type { PrintableInvoice } from '../../../src/contracts/printable-invoice.ts';
import type { Wording } from '../../../src/render/template/languages/wording.ts';
import { showText } from '../../../src/domain/fonts/show-text.ts';
import { formatCents, scaleDecimal } from '../../../src/domain/money/decimals.ts';
import { titleOf } from '../../../src/render/template/document-title.ts';
import {
  listAllowanceTexts,
  listCodes,
  listLineAllowances,
} from '../../../src/render/template/line-details.ts';
import { nameUnit } from '../../../src/render/template/named-units.ts';
import { wordingOf } from '../../../src/render/template/languages/wordings.ts';
import { listPrintedAmounts } from '../../../src/domain/invoice/printed-amounts.ts';
import { sumUp } from '../../../src/render/template/printed-sums.ts';
import {
  buildLineTaxLabel,
  buildRegimeLabel,
  buildTaxGroupLabel,
} from '../../../src/render/template/tax-labels.ts';
import { squash } from './read-pdf.ts';
import {
  countElements,
  listTagged,
  readStructure,
  readTaggedText,
  type TaggedPage,
} from './read-structure.ts';

/**
 * Right-to-left lines are painted from the left, so that only the set of their letters is compared.
 */
const FROM_RIGHT = /[\u0590-\u08ff]/;

/**
 * Normalizes a text as a reader of the page finds it, without blanks, which depend on line breaks.
 */
export function simplify(text: string): string {
  return squash(showText(text)).normalize('NFKC');
}

/** A cell: its text, or the texts that it contains. */
type Cell = string | readonly string[];

/** Normalizes the text of a cell that a page contains. */
function simplifyCell(text: string): string {
  const simple = squash(text.normalize('NFKC'));
  return FROM_RIGHT.test(simple) ? Array.from(simple).toSorted().join('') : simple;
}

/**
 * Normalizes a cell that a page must contain. Each of its texts is shown by itself: a mark does not
 * combine with the text before.
 */
function showCell(cell: Cell): string {
  return simplifyCell((typeof cell === 'string' ? [cell] : cell).map((text) => showText(text)).join(''));
}

type Printed = ReturnType<typeof listPrintedAmounts>[number];

/**
 * Returns the texts of a price or an amount: with tax, and without it if the prices of the invoice
 * include it.
 */
function listMoney(
  read: (amounts: Pick<Printed, 'unitPrice' | 'amount'>) => string | null,
  printed: Printed,
) {
  const texts = [read(printed), printed.withoutTax === undefined ? null : read(printed.withoutTax)];
  return texts.filter((text) => text !== null);
}

/**
 * Lists the cells that each line, and each allowance of the whole invoice, must have, without empty
 * ones.
 */
function listLineCells({ document }: PrintableInvoice, wording: Wording): Cell[][] {
  const { formatDecimal, formatMoney, formatRate } = wording.notation;
  const { lines, allowances = [] } = document;
  const amounts = listPrintedAmounts(document);
  const withRegime = new Set([...lines, ...allowances].map(({ regime }) => regime)).size > 1;
  const listTax = (key: DocumentLine | DocumentAllowance) => [
    `${buildLineTaxLabel(key, wording)}${(withRegime && buildRegimeLabel(key, wording)) || ''}`,
    ...(key.surchargeRate === undefined ? [] : [formatRate(key.surchargeRate)]),
  ];
  const money = (read: Parameters<typeof listMoney>[0], place: number): string =>
    listMoney(read, amounts[place]!).map(formatMoney).join('');
  return [
    ...lines.map((line, place) => [
      [line.concept, ...listCodes(line, wording), ...listLineAllowances(line, wording), line.notes ?? ''],
      `${formatDecimal(line.units)}${line.unitCode === undefined ? '' : nameUnit(line.unitCode, wording.units)}`,
      money(({ unitPrice }) => unitPrice, place),
      ...(line.discountPercent === null ? [] : [formatRate(line.discountPercent)]),
      ...listTax(line),
      money(({ amount }) => amount, place),
    ]),
    ...allowances.map((allowance, place) => [
      listAllowanceTexts(allowance, wording),
      ...listTax(allowance),
      money(({ amount }) => amount, lines.length + place),
    ]),
  ];
}

/** Lists the cells of the tax table, without empty ones. */
function listGroupCells({ document }: PrintableInvoice, wording: Wording): string[][] {
  const { labels, notation } = wording;
  const { formatMoney, formatEuros, formatRate } = notation;
  const { groups } = sumUp(document);
  const withSurcharge = groups.some(({ surcharge }) => surcharge !== undefined);
  const isGross = document.pricesIncludeTax === true;
  const sum = (amounts: readonly string[]): string =>
    formatCents(amounts.reduce((total, amount) => total + scaleDecimal(amount, 2), 0n));
  return groups.flatMap((group) => {
    const { rate, foreignRate, operationKey, surchargeRate, euro } = group;
    const list = (amounts: typeof group | NonNullable<typeof euro>, format: (text: string) => string) => {
      const { base, tax, foreignTax, surcharge = '0.00' } = amounts;
      return {
        base: format(base),
        tax: format(foreignTax ?? tax),
        surcharge: withSurcharge ? [format(surcharge)] : [],
        withTax: isGross ? [format(sum([base, foreignTax ?? tax, surcharge]))] : [],
      };
    };
    const own = list(group, formatMoney);
    const inEuros = euro && list(euro, formatEuros);
    const charged = foreignRate ?? (operationKey === 'S2' ? null : rate);
    const cost = group.costBase === undefined ? '' : `${labels.costBase}${formatMoney(group.costBase)}`;
    return [
      [
        `${buildTaxGroupLabel(group, wording)}${buildRegimeLabel(group, wording) ?? ''}${cost}`,
        own.base,
        charged === null ? '—' : formatRate(charged),
        own.tax,
        ...(withSurcharge ? [surchargeRate === undefined ? '—' : formatRate(surchargeRate)] : []),
        ...own.surcharge,
        ...own.withTax,
      ],
      ...(inEuros === undefined
        ? []
        : [[labels.inEuros, inEuros.base, inEuros.tax, ...inEuros.surcharge, ...inEuros.withTax]]),
    ];
  });
}

/**
 * Reads the texts of the cells, row by row. A row that continues on the next page has one cell
 * there.
 */
function readRows(pages: readonly TaggedPage[]): string[][] {
  const rows: string[][] = [];
  pages.forEach(({ tree }, page) => {
    const onPage = listTagged(tree, 'TBody').flatMap((body) => listTagged(body, 'TR'));
    onPage.forEach((row, index) => {
      const cells = listTagged(row, 'TD').map(readTaggedText);
      const before = rows.at(-1);
      if (page > 0 && index === 0 && cells.length === 1 && before !== undefined) before[0] += cells[0]!;
      else rows.push(cells);
    });
  });
  return rows;
}

/**
 * Asserts with an independent reader that the structure tree of a PDF contains the whole invoice
 * once and in order.
 * @returns its pages.
 */
export async function expectTagged(invoice: PrintableInvoice, pdf: Buffer): Promise<TaggedPage[]> {
  const wording = wordingOf(invoice);
  const { labels } = wording;
  const { lines, allowances = [], pricesIncludeTax } = invoice.document;
  const pages = await readStructure(pdf);
  const trees = pages.map(({ tree }) => tree);

  expect(pages.map(({ loose }) => loose).join('')).toBe('');
  expect(pages.flatMap(({ strays }) => strays)).toEqual([]);
  expect(trees.flatMap((tree) => listTagged(tree, 'H1').map(readTaggedText))).toEqual([
    squash(titleOf(invoice.document, wording)),
  ]);

  const heads = trees
    .flatMap((tree) => listTagged(tree, 'THead'))
    .map((head) => listTagged(head, 'TH').map(readTaggedText));
  const has = (isPresent: boolean, ...texts: string[]): string[] => (isPresent ? texts : []);
  const rows = [...lines, ...allowances];
  const isGross = listPrintedAmounts(invoice.document).some(({ withoutTax }) => withoutTax !== undefined);
  const twice = (head: string): string => (isGross ? `${head}${labels.withAndWithoutTax}` : head);
  const discounted = lines.some(({ discountPercent }) => discountPercent !== null);
  const surcharged = rows.some(({ surchargeRate }) => surchargeRate !== undefined);
  const lineHeads = [
    labels.concept,
    labels.units,
    twice(labels.unitPrice),
    ...has(discounted, labels.discount),
    labels.tax,
    ...has(surcharged, labels.surchargeRate),
    twice(labels.amount),
  ];
  const groups = listGroupCells(invoice, wording);
  const { exempt, notSubject } = sumUp(invoice.document);
  const base = exempt === null && notSubject === null ? labels.base : labels.baseOrAmount;
  const taxHeads = [
    labels.tax,
    base,
    labels.rate,
    labels.taxAmount,
    ...has(surcharged, labels.surchargeRate, labels.surchargeAmount),
    ...has(pricesIncludeTax === true, labels.withTax),
  ];
  expect(heads).toEqual(
    [lineHeads, ...(groups.length === 0 ? [] : [taxHeads])].map((head) => head.map(squash)),
  );

  const all = readRows(pages).map((row) => row.map(simplifyCell));
  const expected: readonly Cell[][] = [...listLineCells(invoice, wording), ...groups];
  expect(all).toEqual(expected.map((row) => row.map(showCell)));
  const tables = groups.length === 0 ? 1 : 2;
  expect(countElements(pdf)).toMatchObject({
    Document: 1,
    Table: tables,
    THead: tables,
    TBody: tables,
    TH: lineHeads.length + taxHeads.length * (tables - 1),
    TR: rows.length + groups.length + tables,
    // The count includes empty cells.
    TD: rows.length * lineHeads.length + groups.length * taxHeads.length,
  });

  const repeated = [labels.carriedOver, labels.broughtForward, `${wording.page[0]}1`].map(squash);
  for (const tree of trees) for (const text of repeated) expect(readTaggedText(tree)).not.toContain(text);
  for (const { artifacts } of pages) expect(squash(artifacts)).toContain(squash(wording.page[0]));
  return pages;
}
