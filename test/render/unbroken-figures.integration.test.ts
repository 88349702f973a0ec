import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/contracts/codes.ts';
import type { PrintableInvoice } from '../../src/contracts/invoice-document.ts';
import { isPersonNif } from '../../src/domain/invoice/nif.ts';
import { judgeAmountToPay } from '../../src/render/template/amount-to-pay.ts';
import { negateDecimal } from '../../src/render/template/languages/notation.ts';
import { wordingOf } from '../../src/render/template/languages/wordings.ts';
import { listPrintedAmounts } from '../../src/render/template/printed-amounts.ts';
import { sumUp } from '../../src/render/template/printed-sums.ts';
import {
  buildLineTaxLabel,
  buildRegimeLabel,
  buildTaxGroupLabel,
} from '../../src/render/template/tax-labels.ts';
import { documentOf } from '../domain/support/inputs.ts';
import { wideInputs } from './support/arbitrary-wide-invoices.ts';
import { buildPrintable, buildProfile } from './support/build-invoice.ts';
import type { PdfRenderer } from '../../src/render/renderer.ts';
import { openSharedRenderer } from './support/open-test-renderer.ts';
import { getContent, readPdf, squash, type ReadPdf } from './support/read-pdf.ts';
import { findOutside, findOverlaps } from './support/word-boxes.ts';
import { LONG } from '../support/long.ts';

const POINTS_PER_MM = 72 / 25.4;
const AREA = {
  left: 15 * POINTS_PER_MM,
  right: 195 * POINTS_PER_MM,
  bottom: 10,
  top: 842 - 3 * POINTS_PER_MM,
};

let renderer: PdfRenderer;
beforeAll(async () => {
  renderer = await openSharedRenderer();
});
afterAll(() => renderer[Symbol.asyncDispose]());

/** Lists the figures and words of an invoice that no line break may divide, each as often as it is printed. */
function listFigures(invoice: PrintableInvoice): string[] {
  const { document } = invoice;
  const { lines, totals } = document;
  const { formatDecimal, formatMoney, formatRate } = wordingOf(invoice).notation;
  const printed = listPrintedAmounts(document);
  const { groups, taxable, exempt, notSubject, included } = sumUp(document);
  return [
    ...lines.flatMap((line, place) => [
      formatDecimal(line.units),
      formatMoney(printed[place]!.unitPrice),
      formatMoney(printed[place]!.amount),
      ...(line.discountPercent === null ? [] : [formatRate(line.discountPercent)]),
    ]),
    ...groups.flatMap(({ base, tax, rate, operationKey }) => [
      formatMoney(base),
      formatMoney(tax),
      ...(rate === null || operationKey === 'S2' ? [] : [formatRate(rate)]),
    ]),
    ...[taxable?.base, taxable?.tax, exempt, notSubject].flatMap((sum) =>
      sum == null ? [] : [formatMoney(sum)],
    ),
    ...included.map(({ amount }) => formatMoney(amount)),
    ...totals.withholdings.flatMap(({ rate, amount }) => [
      formatRate(rate),
      formatMoney(negateDecimal(amount)),
    ]),
    formatMoney(judgeAmountToPay(invoice).amount),
    ...listWords(invoice),
  ];
}

function listWords(invoice: PrintableInvoice): string[] {
  const { number, issuer, recipient, rectified, issueDate } = invoice.document;
  const { formatDate } = wordingOf(invoice).notation;
  const related = rectified === null ? [] : [rectified.number, formatDate(rectified.issueDate)];
  return [number, formatDate(issueDate), issuer.nif, recipient?.documentNumber ?? issuer.nif, ...related];
}

/** Joins adjacent words on the same line of a page to one text. */
function listRuns({ pages }: ReadPdf): string[] {
  return pages.flatMap(({ items }) => {
    const runs: { text: string; y: number; end: number }[] = [];
    for (const { text, x, y, width, fontSize } of items) {
      const last = runs.at(-1);
      const goesOn = last !== undefined && Math.abs(last.y - y) < 0.5 && Math.abs(x - last.end) < fontSize;
      if (goesOn) Object.assign(last, { text: last.text + text, end: x + width });
      else runs.push({ text, y, end: x + width });
    }
    return runs.map(({ text }) => squash(text));
  });
}

/** Returns the words of the page's labels that the page contains only divided, or not at all. A line can end after a hyphen. */
function findBrokenLabels(invoice: PrintableInvoice, read: ReadPdf): string[] {
  const wording = wordingOf(invoice);
  const { labels } = wording;
  const { issuer, lines, totals } = invoice.document;
  const withRegimes = new Set(lines.map(({ regime }) => regime)).size > 1;
  const texts = [
    labels.concept,
    labels.units,
    labels.unitPrice,
    labels.tax,
    labels.amount,
    ...(lines.some(({ discountPercent }) => discountPercent !== null) ? [labels.discount] : []),
    ...(totals.withholdings.length > 0
      ? [isPersonNif(issuer.nif) ? labels.withholdingOfPerson : labels.withholding]
      : []),
    ...(totals.reimbursableExpenses === null ? [] : [labels.reimbursable]),
    ...lines.map((line) => buildLineTaxLabel(line, wording)),
    ...sumUp(invoice.document).groups.map((group) => buildTaxGroupLabel(group, wording)),
    ...(withRegimes ? lines.map((line) => buildRegimeLabel(line, wording) ?? '') : []),
  ];
  const runs = listRuns(read);
  const words = texts.flatMap((text) => text.split(/(?<=-)| /u)).map(squash);
  return [...new Set(words)].filter((word) => !runs.some((run) => run.includes(word)));
}

/** Returns the figures that the page contains undivided less often than they are printed. */
function findBroken(invoice: PrintableInvoice, read: ReadPdf): string[] {
  const runs = listRuns(read);
  const expected = Map.groupBy(listFigures(invoice).map(squash), (figure) => figure);
  return [...expected].flatMap(([figure, { length }]) => {
    const whole = runs.reduce((count, run) => count + run.split(figure).length - 1, 0);
    return whole < length ? [`${figure}: ${whole} of ${length}`] : [];
  });
}

describe('the page of any accepted invoice', () => {
  it('has no divided figure, no overlapping text and nothing outside the page, in every language', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc
            .tuple(wideInputs, fc.constantFrom(...LANGUAGES))
            .map(([input, language]) =>
              buildPrintable(documentOf(input), { issuerProfile: buildProfile({ language }) }),
            ),
          { minLength: 1, maxLength: 5 },
        ),
        fc.constantFrom('F2026-0001', 'W'.repeat(60), 'RECT/2026/0000000000000000123456'),
        async (invoices, rectifiedNumber) => {
          const printed = invoices.map((invoice) => ({
            ...invoice,
            document: {
              ...invoice.document,
              rectified:
                invoice.document.type === 'F1' ? null : { number: rectifiedNumber, issueDate: '2026-10-02' },
            },
          }));
          const results = await renderer.render(printed);
          for (const [index, result] of results.entries()) {
            const read = await readPdf(getContent(result));
            expect(findBroken(printed[index]!, read)).toEqual([]);
            expect(findBrokenLabels(printed[index]!, read)).toEqual([]);
            for (const { items } of read.pages) {
              expect(findOutside(items, AREA)).toEqual([]);
              expect(findOverlaps(items)).toEqual([]);
              // Chromium shrinks a page that is too wide.
              const [page] = wordingOf(printed[index]!).page;
              expect(items.find(({ text }) => text.startsWith(page.trim()))?.fontSize).toBeCloseTo(7.5, 1);
            }
          }
        },
      ),
      { numRuns: LONG ? 40 : 8, endOnFailure: true },
    );
  }, 240_000);
});
