import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PrintableInvoice } from '../../src/contracts/printable-invoice.ts';
import { LONG } from '../support/long.ts';
import { buildRunningSums } from '../../src/render/paging/running-sums.ts';
import { SPANISH_NOTATION } from '../../src/render/template/languages/notation.ts';
import { listPrintedAmounts } from '../../src/domain/invoice/printed-amounts.ts';
import { buildLine, buildPrintable } from './support/build-invoice.ts';
import type { PdfRenderer } from '../../src/render/renderer.ts';
import { openSharedRenderer } from './support/open-test-renderer.ts';
import { getContent, readPdf, squash } from './support/read-pdf.ts';
import { findOutside, findOverlaps } from './support/word-boxes.ts';

const { formatMoney } = SPANISH_NOTATION;
const POINTS_PER_MM = 72 / 25.4;
const AREA = {
  left: 15 * POINTS_PER_MM,
  right: 195 * POINTS_PER_MM,
  bottom: 10,
  top: 842 - 3 * POINTS_PER_MM,
};

const CONTINUATION = 'FacturaF2026-0001·TalleresIbéricadelNorte,S.L.Cliente:ComercialPeñíscola,S.A.';
const FOREIGN = /[^ -\u024f\u2000-\u20ff]/u;

let renderer: PdfRenderer;
beforeAll(async () => {
  renderer = await openSharedRenderer();
});
afterAll(() => renderer[Symbol.asyncDispose]());

type Line = {
  readonly words: number;
  readonly word: string;
  /** The separator of the words. */
  readonly joint?: string;
  readonly netAmount: string;
};

/**
 * Builds an invoice whose lines contain their number, so that a test can read the page of each
 * line.
 */
function buildInvoice(lines: readonly Line[], footerNote: string | null = null): PrintableInvoice {
  return buildPrintable({
    dueDate: '2026-12-20',
    footerNote,
    lines: lines.map(({ words, word, joint = ' ', netAmount }, index) =>
      buildLine({
        concept: `[${index}] Pieza mecanizada`,
        notes: words === 0 ? null : Array.from({ length: words }, () => word).join(joint),
        netAmount,
      }),
    ),
  });
}

async function printPages(invoice: PrintableInvoice) {
  const [result] = await renderer.render([invoice]);
  const { pages } = await readPdf(getContent(result));
  return pages.map(({ items }) => {
    const text = squash(items.map((item) => item.text).join(' '));
    return {
      items,
      text,
      lines: [...text.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index)),
      carried: /Sumaysigue(-?[\d.,]+€)/.exec(text)?.[1],
      brought: /Sumaanterior(-?[\d.,]+€)/.exec(text)?.[1],
    };
  });
}

function listSums(document: PrintableInvoice['document']): string[] {
  const amounts = listPrintedAmounts(document).map(({ amount }) => amount);
  return buildRunningSums(amounts).map((sum) => squash(formatMoney(sum)));
}

/**
 * Asserts that each page except the last ends with the sum of the lines so far, and that the next
 * page begins with it.
 */
function expectSums(pages: Awaited<ReturnType<typeof printPages>>, { document }: PrintableInvoice): void {
  const sums = listSums(document);
  const printed = pages.flatMap(({ lines }) => lines);
  expect(printed).toEqual(document.lines.map((_, index) => index));
  const end = pages.findIndex(({ text }) => text.includes('Totalapagar') || text.includes('Importeasufavor'));
  let count = 0;
  pages.slice(0, end + 1).forEach(({ lines, carried, brought }, index) => {
    expect(brought).toBe(index === 0 ? undefined : sums[count]);
    count += lines.length;
    expect(carried).toBe(index === end ? undefined : sums[count]);
  });
  expect(count).toBe(document.lines.length);
}

const WORDS = [
  'mantenimiento',
  '設備維護',
  'صيانة',
  '\u0e1a\u0e23\u0e34\u0e01\u0e32\u0e23',
  'Wm'.repeat(60),
  'אa1',
  '👩‍👩‍👧‍👦🇪🇸',
  'a\u00adb'.repeat(30),
] as const;

const line: fc.Arbitrary<Line> = fc.record({
  words: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 40 }), {
    weight: 1,
    arbitrary: fc.integer({ min: 100, max: 400 }),
  }),
  word: fc.constantFrom(...WORDS),
  joint: fc.constantFrom(' ', ' ', '\n', '\n\n'),
  netAmount: fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }).map((cents) => (cents / 100).toFixed(2)),
});

describe('the pages of a long invoice', () => {
  it('carry the running sum over, identify the invoice and contain each line once, for any lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 90, size: 'max' }),
        fc.option(
          fc.integer({ min: 1, max: 150 }).map((words) => 'Condiciones de venta. '.repeat(words).trim()),
        ),
        async (lines, footerNote) => {
          const invoice = buildInvoice(lines, footerNote);
          const pages = await printPages(invoice);
          expectSums(pages, invoice);
          pages.forEach(({ items, text }, index) => {
            expect(text).toContain(`Página${index + 1}de${pages.length}`);
            expect(text.includes(CONTINUATION)).toBe(index > 0);
            expect(findOutside(items, AREA)).toEqual([]);
            // Fonts of other scripts have boxes of other sizes.
            expect(FOREIGN.test(text) ? [] : findOverlaps(items)).toEqual([]);
          });
        },
      ),
      { numRuns: LONG ? 15 : 2, endOnFailure: true },
    );
  }, 180_000);

  it('have at least three lines on the last page, for any number of lines', async () => {
    for (let count = 14; count <= 70; count += LONG ? 1 : 17) {
      const invoice = buildInvoice(
        Array.from({ length: count }, () => ({ words: 0, word: '', netAmount: '10.00' })),
      );
      const pages = await printPages(invoice);
      expectSums(pages, invoice);
      expect(pages.at(-1)!.lines.length).toBeGreaterThanOrEqual(3);
      expect(pages.at(-1)!.text).toContain('Totalapagar');
      expect(pages.at(-1)!.text).toContain('RegistroMercantil');
    }
  }, 60_000);

  it('have the running sum above totals of any height', async () => {
    const regimes = ['01', '03', '05', '07', '09', '11', '14', '15', '17', '18', '19', '20'] as const;
    for (let count = 1; count <= 12; count += LONG ? 1 : 3) {
      const lines = regimes
        .slice(0, count)
        .flatMap((regime, index) =>
          [2 * index, 2 * index + 1].map((number) => buildLine({ concept: `[${number}]`, regime })),
        );
      const invoice = buildPrintable({ lines });
      const pages = await printPages(invoice);
      expectSums(pages, invoice);
      expect(pages.at(-1)!.text).toContain('Totalapagar');
    }
  }, 60_000);
});
