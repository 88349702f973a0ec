import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  planPages,
  SUM_ROW_PX,
  type MeasuredInvoice,
  type MeasuredRow,
  type PageBreak,
} from '../../../src/render/paging/plan-pages.ts';

const HEIGHTS = { first: 1000, following: 980 };
const ROW: MeasuredRow = { height: 30, lineEnds: null };
const LINE_PX = 16;

/** Builds a row with the given number of lines of text. */
function buildTallRow(lines: number): MeasuredRow {
  return {
    height: lines * LINE_PX + 10,
    lineEnds: Array.from({ length: lines }, (_, line) => 5 + (line + 1) * LINE_PX),
  };
}

function buildInvoice(rows: readonly MeasuredRow[], changes: Partial<MeasuredInvoice> = {}): MeasuredInvoice {
  return { above: 400, head: 20, rows, closing: 150, tail: 200, ...changes };
}

const times = (count: number) => Array.from({ length: count }, () => ROW);
const before = (...rows: number[]): PageBreak[] => rows.map((row) => ({ row, line: null }));

type Placed = { readonly row: number; readonly from: number; readonly height: number };

/** Returns the rows of each page with their heights. */
function placeRows(rows: readonly MeasuredRow[], breaks: readonly PageBreak[]): Placed[][] {
  const ends = [...breaks, { row: rows.length, line: null }];
  let row = 0;
  let from = 0;
  return ends.map((end) => {
    const page: Placed[] = [];
    for (; row < end.row; row += 1, from = 0) page.push(measure(rows[row]!, row, from));
    if (end.line !== null) {
      page.push(measure(rows[row]!, row, from, end.line));
      from = end.line;
    }
    return page;
  });
}

function measure({ height, lineEnds }: MeasuredRow, row: number, from: number, to?: number): Placed {
  const top = from === 0 ? 0 : lineEnds![from - 1]! - 5;
  const bottom = to === undefined ? height : lineEnds![to - 1]! + 5;
  return { row, from, height: bottom - top };
}

const arbitraryInvoice = fc
  .record({
    rows: fc.array(
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc
            .integer({ min: 24, max: 240 })
            .map((height): MeasuredRow => ({ height, lineEnds: null })),
        },
        fc.integer({ min: 15, max: 200 }).map(buildTallRow),
      ),
      { minLength: 1, maxLength: 60 },
    ),
    above: fc.integer({ min: 250, max: 900 }),
    closing: fc.integer({ min: 100, max: 300 }),
    notes: fc.integer({ min: 0, max: 900 }),
  })
  .map(({ notes, ...invoice }) => ({ ...invoice, head: 20, tail: invoice.closing + notes }));

describe('the planned pages of a long invoice', () => {
  it('have no breaks when everything fits on the first page', () => {
    expect(planPages(buildInvoice(times(10)), HEIGHTS)).toEqual({ breaks: [], keepsTail: true });
  });

  it('begin the lines on a new page after recipients and references of more than a page', () => {
    for (const above of [1000, 1400, 3970]) {
      const { breaks } = planPages(buildInvoice(times(10), { above }), HEIGHTS);
      expect(breaks).toEqual(before(0));
    }
  });

  it('are full, except for the running sum, before the next page begins', () => {
    expect(planPages(buildInvoice(times(30)), HEIGHTS).breaks).toEqual(before(18));
  });

  it('move three lines to the last page when the totals do not fit on the page before', () => {
    expect(planPages(buildInvoice(times(14)), HEIGHTS).breaks).toEqual(before(11));
    expect(planPages(buildInvoice(times(19)), HEIGHTS).breaks).toEqual(before(16));
  });

  it('move fewer lines to the last page when the totals are tall', () => {
    expect(planPages(buildInvoice(times(14), { closing: 850, tail: 850 }), HEIGHTS).breaks).toEqual(
      before(12),
    );
  });

  it('have the totals alone on a page only if the invoice has one line', () => {
    expect(planPages(buildInvoice([{ height: 500, lineEnds: null }]), HEIGHTS).breaks).toEqual(before(1));
  });

  it('break a row that is longer than a page, and keep three lines of text before and after the break', () => {
    const { breaks } = planPages(buildInvoice([ROW, buildTallRow(100), ROW]), HEIGHTS);
    expect(breaks).toEqual([
      { row: 1, line: 32 },
      { row: 1, line: 87 },
    ]);
  });

  it('have no rows on the first page when the parties leave no room there', () => {
    expect(planPages(buildInvoice(times(5), { above: 980 }), HEIGHTS).breaks).toEqual(before(0));
  });

  it('let notes longer than a page flow after the totals, and keep lines with the totals', () => {
    const { breaks, keepsTail } = planPages(buildInvoice(times(17), { tail: 1500 }), HEIGHTS);
    expect({ breaks, keepsTail }).toEqual({ breaks: before(14), keepsTail: false });
  });

  it('have room for their rows, contain every row and do not end with a lone row, for any measurements', () => {
    fc.assert(
      fc.property(arbitraryInvoice, (invoice) => {
        const { breaks, keepsTail } = planPages(invoice, HEIGHTS);
        const pages = placeRows(invoice.rows, breaks);
        pages.forEach((page, index) => {
          const isLast = index === pages.length - 1;
          const room =
            index === 0 ? HEIGHTS.first - invoice.above : HEIGHTS.following - invoice.head - SUM_ROW_PX;
          const below = isLast ? (keepsTail ? invoice.tail : invoice.closing) : SUM_ROW_PX;
          const rows = page.reduce((height, placed) => height + placed.height, 0);
          // The parties may leave no room for a row on the first page.
          if (index === 0 && page.length === 0) return;
          expect(rows + below).toBeLessThanOrEqual(room);
        });
        expect(new Set(pages.flat().map(({ row }) => row)).size).toBe(invoice.rows.length);
        const last = pages.at(-1)!;
        const isWholeLoneLine = last.length === 1 && last[0]!.from === 0 && last[0]!.height < 240;
        const two = invoice.rows.slice(-2).reduce((height, row) => height + row.height, invoice.closing);
        const haveRoom = two < HEIGHTS.following - invoice.head - SUM_ROW_PX - 10;
        const couldSpare = haveRoom && pages.length > 1 && pages.at(-2)!.length > 1;
        expect(couldSpare && isWholeLoneLine).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});
