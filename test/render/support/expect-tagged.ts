import { expect } from 'vitest';
import type { PrintableInvoice } from '../../../src/contracts/invoice-document.ts';
import type { Wording } from '../../../src/render/template/languages/wording.ts';
import { showText } from '../../../src/domain/fonts/show-text.ts';
import { wordingOf } from '../../../src/render/template/languages/wordings.ts';
import { listPrintedAmounts } from '../../../src/render/template/printed-amounts.ts';
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

/** Right-to-left lines are painted from the left, so that only the set of their letters is compared. */
const FROM_RIGHT = /[\u0590-\u08ff]/;

/** Normalizes a text as a reader of the page finds it, without blanks, which depend on line breaks. */
export function simplify(text: string): string {
  return squash(showText(text)).normalize('NFKC');
}

function simplifyCell(text: string): string {
  const simple = simplify(text);
  return FROM_RIGHT.test(simple) ? Array.from(simple).toSorted().join('') : simple;
}

/** Lists the cells that each line must have, without empty ones. */
function listLineCells({ document }: PrintableInvoice, wording: Wording): string[][] {
  const { formatDecimal, formatMoney, formatRate } = wording.notation;
  const amounts = listPrintedAmounts(document);
  const withRegime = new Set(document.lines.map(({ regime }) => regime)).size > 1;
  return document.lines.map((line, place) => [
    `${line.concept}${line.notes ?? ''}`,
    formatDecimal(line.units),
    formatMoney(amounts[place]!.unitPrice),
    ...(line.discountPercent === null ? [] : [formatRate(line.discountPercent)]),
    `${buildLineTaxLabel(line, wording)}${(withRegime && buildRegimeLabel(line, wording)) || ''}`,
    formatMoney(amounts[place]!.amount),
  ]);
}

function listGroupCells({ document }: PrintableInvoice, wording: Wording): string[][] {
  const { formatMoney, formatRate } = wording.notation;
  return sumUp(document).groups.map((group) => [
    `${buildTaxGroupLabel(group, wording)}${buildRegimeLabel(group, wording) ?? ''}`,
    formatMoney(group.base),
    group.rate === null || group.operationKey === 'S2' ? '—' : formatRate(group.rate),
    formatMoney(group.tax),
  ]);
}

/** Reads the texts of the cells, row by row. A row that continues on the next page has one cell there. */
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

/** Asserts with an independent reader that the structure tree of a PDF contains the whole invoice once and in order. @returns its pages. */
export async function expectTagged(invoice: PrintableInvoice, pdf: Buffer): Promise<TaggedPage[]> {
  const wording = wordingOf(invoice);
  const { labels, titles } = wording;
  const { lines, type } = invoice.document;
  const pages = await readStructure(pdf);
  const trees = pages.map(({ tree }) => tree);

  expect(pages.map(({ loose }) => loose).join('')).toBe('');
  expect(pages.flatMap(({ strays }) => strays)).toEqual([]);
  expect(trees.flatMap((tree) => listTagged(tree, 'H1').map(readTaggedText))).toEqual([squash(titles[type])]);

  const heads = trees
    .flatMap((tree) => listTagged(tree, 'THead'))
    .map((head) => listTagged(head, 'TH').map(readTaggedText));
  const discount = lines.some(({ discountPercent }) => discountPercent !== null) ? [labels.discount] : [];
  const lineHeads = [labels.concept, labels.units, labels.unitPrice, ...discount, labels.tax, labels.amount];
  const groups = listGroupCells(invoice, wording);
  const { exempt, notSubject } = sumUp(invoice.document);
  const base = exempt === null && notSubject === null ? labels.base : labels.baseOrAmount;
  const taxHeads = [labels.tax, base, labels.rate, labels.taxAmount];
  expect(heads).toEqual(
    [lineHeads, ...(groups.length === 0 ? [] : [taxHeads])].map((head) => head.map(squash)),
  );

  const all = readRows(pages).map((row) => row.map(simplifyCell));
  const expected = [...listLineCells(invoice, wording), ...groups];
  expect(all).toEqual(expected.map((row) => row.map(simplifyCell)));
  const tables = groups.length === 0 ? 1 : 2;
  expect(countElements(pdf)).toMatchObject({
    Document: 1,
    Table: tables,
    THead: tables,
    TBody: tables,
    TH: lineHeads.length + 4 * (tables - 1),
    TR: lines.length + groups.length + tables,
    // The count includes empty cells.
    TD: lines.length * lineHeads.length + groups.length * 4,
  });

  const repeated = [labels.carriedOver, labels.broughtForward, `${wording.page[0]}1`].map(squash);
  for (const tree of trees) for (const text of repeated) expect(readTaggedText(tree)).not.toContain(text);
  for (const { artifacts } of pages) expect(squash(artifacts)).toContain(squash(wording.page[0]));
  return pages;
}
