import * as fc from 'fast-check';
import { negateDecimal } from '../../src/domain/money/decimals.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/contracts/codes.ts';
import type { PrintableInvoice } from '../../src/contracts/printable-invoice.ts';
import { isPersonNif } from 'verifactu-protocol/records/nif';
import { judgeAmountToPay } from '../../src/domain/invoice/amount-to-pay.ts';
import { wordingOf } from '../../src/render/template/languages/wordings.ts';
import { listDueDates } from '../../src/render/template/payment-block.ts';
import { listPrintedAmounts, type PrintedAmounts } from '../../src/domain/invoice/printed-amounts.ts';
import { buildRelatedInvoices } from '../../src/render/template/rectification.ts';
import { sumUp } from '../../src/render/template/printed-sums.ts';
import {
  buildLineTaxLabel,
  buildRegimeLabel,
  buildTaxGroupLabel,
} from '../../src/render/template/tax-labels.ts';
import { documentOf } from '../domain/support/inputs.ts';
import { arbitraryPrintables } from './support/arbitrary-documents.ts';
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

/**
 * Lists the figures and words of an invoice that no line break may divide, each as often as it is
 * printed.
 */
function listFigures(invoice: PrintableInvoice): string[] {
  const { document } = invoice;
  const { lines, totals, allowances = [], payment } = document;
  const { formatDecimal, formatMoney, formatEuros, formatRate } = wordingOf(invoice).notation;
  const { groups, taxable, exempt, notSubject, included } = sumUp(document);
  const printed = listPrintedAmounts(document).flatMap(({ withoutTax, ...own }) => [own, withoutTax ?? {}]);
  const money = (amounts: readonly (string | null | undefined)[]): string[] =>
    amounts.filter((amount) => amount != null).map(formatMoney);
  const rates = (values: readonly (string | null | undefined)[]): string[] =>
    values.filter((value) => value != null).map(formatRate);
  return [
    ...lines.map(({ units }) => formatDecimal(units)),
    ...printed.flatMap(({ unitPrice, amount }: Partial<PrintedAmounts>) => money([unitPrice, amount])),
    ...rates(lines.map(({ discountPercent }) => discountPercent)),
    ...rates([...lines, ...allowances, ...groups].map(({ surchargeRate }) => surchargeRate)),
    ...groups.flatMap(({ base, tax, rate, operationKey, foreignRate, foreignTax, surcharge, euro }) => [
      ...money([base, foreignTax ?? tax, surcharge]),
      ...rates([foreignRate ?? (operationKey === 'S2' ? null : rate)]),
      ...(euro === undefined ? [] : [formatEuros(euro.base), formatEuros(euro.foreignTax ?? euro.tax)]),
    ]),
    ...money([taxable?.base, taxable?.tax, taxable?.surcharge, exempt, notSubject, totals.foreignTax]),
    ...included.map(({ amount }) => formatMoney(amount)),
    ...totals.withholdings.flatMap(({ rate, amount }) => [
      formatRate(rate),
      formatMoney(negateDecimal(amount)),
    ]),
    ...(totals.prepaid === undefined ? [] : [formatMoney(negateDecimal(totals.prepaid))]),
    ...(totals.euro === undefined ? [] : [formatEuros(totals.euro.total)]),
    ...(judgeAmountToPay(invoice).isDue && (payment?.due.length ?? 0) > 1
      ? payment!.due.map(({ amount }) => formatMoney(amount))
      : []),
    formatMoney(judgeAmountToPay(invoice).amount),
    ...listWords(invoice),
  ];
}

function listWords(invoice: PrintableInvoice): string[] {
  const { document } = invoice;
  const { number, issuer, recipient, otherRecipients = [], issueDate } = document;
  const wording = wordingOf(invoice);
  const { formatDate } = wording.notation;
  const references = buildRelatedInvoices(document, wording)?.references ?? [];
  return [
    number,
    formatDate(issueDate),
    issuer.nif,
    ...[...(recipient === null ? [] : [recipient]), ...otherRecipients].map((one) => one.documentNumber),
    ...references.flatMap((reference) => [reference.number, formatDate(reference.issueDate)]),
  ];
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

/**
 * Returns the words of the page's labels that the page contains only divided, or not at all. A line
 * can end after a hyphen.
 */
function findBrokenLabels(invoice: PrintableInvoice, read: ReadPdf): string[] {
  const wording = wordingOf(invoice);
  const { labels } = wording;
  const { issuer, lines, totals, allowances = [], pricesIncludeTax } = invoice.document;
  const keys = [...lines, ...allowances];
  const withRegimes = new Set(keys.map(({ regime }) => regime)).size > 1;
  const { groups, taxable } = sumUp(invoice.document);
  const due = judgeAmountToPay(invoice).isDue ? listDueDates(invoice.document) : [];
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
    ...keys.map((key) => buildLineTaxLabel(key, wording)),
    ...groups.map((group) => buildTaxGroupLabel(group, wording)),
    ...(withRegimes ? keys.map((key) => buildRegimeLabel(key, wording) ?? '') : []),
    ...(taxable?.surcharge == null ? [] : [labels.surchargeRate, labels.surchargeAmount, labels.surcharge]),
    ...(pricesIncludeTax === true && groups.length > 0 ? [labels.withTax] : []),
    ...(totals.euro === undefined ? [] : [labels.totalInEuros, labels.exchangeRate]),
    ...(totals.foreignTax === undefined ? [] : [labels.foreignTax]),
    ...(totals.prepaid === undefined ? [] : [labels.prepaid]),
    ...(due.length === 0 ? [] : [labels.due]),
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

/**
 * Renders invoices and returns their figures and words that are divided, their texts that overlap,
 * and what is outside the page.
 */
async function findProblems(printed: readonly PrintableInvoice[]): Promise<unknown[]> {
  const results = await renderer.render(printed);
  const problems = results.map(async (result, index) => {
    const invoice = printed[index]!;
    const read = await readPdf(getContent(result));
    // Chromium shrinks a page that is too wide.
    const [page] = wordingOf(invoice).page;
    const sizes = read.pages.map(
      ({ items }) => items.find(({ text }) => text.startsWith(page.trim()))?.fontSize ?? 0,
    );
    return [
      ...findBroken(invoice, read),
      ...findBrokenLabels(invoice, read),
      ...read.pages.flatMap(({ items }) => [...findOutside(items, AREA), ...findOverlaps(items)]),
      ...sizes.filter((size) => Math.abs(size - 7.5) > 0.05),
    ];
  });
  return (await Promise.all(problems)).flat();
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
        async (invoices, number) => {
          const printed = invoices.map((invoice) => {
            const { document } = invoice;
            const rectified = document.type === 'F1' ? null : { number, issueDate: '2026-10-02' };
            return { ...invoice, document: { ...document, rectified } };
          });
          expect(await findProblems(printed)).toEqual([]);
        },
      ),
      { numRuns: LONG ? 40 : 4, endOnFailure: true },
    );
  }, 240_000);

  it('has none with any optional member of a document', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryPrintables, { minLength: 1, maxLength: 5 }), async (printed) => {
        expect(await findProblems(printed)).toEqual([]);
      }),
      { numRuns: LONG ? 40 : 4, endOnFailure: true },
    );
  }, 240_000);
});
