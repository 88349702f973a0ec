/*
 * Plans the page breaks of a long invoice. The browser measures the rows once, and the breaks are
 * computed here, because each page shows the sum of the lines before it, which a style sheet cannot
 * compute. Lengths are in px.
 */

/**
 * A row of the line table. A tall row, which may be split, lists the end of each line of its text,
 * measured from the top of the row.
 */
export type MeasuredRow = { readonly height: number; readonly lineEnds: readonly number[] | null };

/** The measurements of an invoice in the browser. */
export type MeasuredInvoice = {
  /** Height from the top of the first page to the first row. */
  readonly above: number;
  /** Height of the table head, which every page repeats. */
  readonly head: number;
  readonly rows: readonly MeasuredRow[];
  /**
   * Heights of the content after the table that stays on one page (taxes, totals and payment), and
   * of that content with a note at the end.
   */
  readonly closing: number;
  readonly tail: number;
};

/**
 * A page ends before a row, or within it after the given number of its lines of text. A break after
 * the last row leaves only the content after the table.
 */
export type PageBreak = { readonly row: number; readonly line: number | null };

export type PagePlan = {
  readonly breaks: readonly PageBreak[];
  /**
   * Whether all content after the table is on one page. Otherwise it continues over pages after the
   * payment.
   */
  readonly keepsTail: boolean;
};

/** Heights of the first page and of the following pages, without margins. */
export type PageHeights = { readonly first: number; readonly following: number };

/** Height of a row with a running sum. */
export const SUM_ROW_PX = 26;
/** Maximum height that rounding may add to a page. */
const SLACK_PX = 6;
/** Maximum number of invoice lines that move to the page of the totals. */
const MAX_KEPT = 3;
/** Minimum lines of text before and after a split within a row. */
const MIN_TEXT_LINES = 3;
/** Padding above and below the text of a row. */
const PADDING_PX = 6;

/** Plans the pages of an invoice. An invoice that fits on its first page has no breaks. */
export function planPages(invoice: MeasuredInvoice, heights: PageHeights): PagePlan {
  const { rows, tail, closing } = invoice;
  const following = heights.following - SLACK_PX - invoice.head - SUM_ROW_PX;
  const keepsTail = countKept(rows, following - tail) >= Math.min(2, rows.length);
  const after = keepsTail ? tail : closing;
  const kept = Math.max(1, countKept(rows, following - after));

  const breaks: PageBreak[] = [];
  let room = heights.first - SLACK_PX - invoice.above;
  let start: RowPosition = { row: 0, line: 0 };
  if (!fitsAnything(rows, room)) {
    breaks.push({ row: 0, line: null });
    room = following;
  }
  while (measureRest(rows, start) + after > room) {
    const end = endPage(rows, start, room - SUM_ROW_PX, kept);
    breaks.push({ row: end.row, line: end.line === 0 ? null : end.line });
    if (end.row === rows.length) break;
    start = end;
    room = following;
  }
  return { breaks, keepsTail };
}

/** A position in the table: a row and the number of its lines of text on earlier pages. */
type RowPosition = { readonly row: number; readonly line: number };

function measureFrom({ height, lineEnds }: MeasuredRow, line: number): number {
  return line === 0 ? height : height - (lineEnds?.[line - 1] ?? 0) + PADDING_PX;
}

function measureRest(rows: readonly MeasuredRow[], { row, line }: RowPosition): number {
  return rows.slice(row).reduce((height, one, index) => height + measureFrom(one, index === 0 ? line : 0), 0);
}

function fitsAnything(rows: readonly MeasuredRow[], room: number): boolean {
  const [row] = rows;
  return row === undefined || row.height + SUM_ROW_PX <= room || cutRow(row, 0, room - SUM_ROW_PX) > 0;
}

/** Returns the minimum number of rows above the totals: as many as fit, up to three. */
function countKept(rows: readonly MeasuredRow[], room: number): number {
  const heights = [
    0,
    ...rows
      .slice(-MAX_KEPT)
      .toReversed()
      .map(({ height }) => height),
  ];
  return heights.findLastIndex(
    (_, count) => heights.slice(0, count + 1).reduce((sum, height) => sum + height) <= room,
  );
}

/**
 * Returns the end of a page that begins at the given position and has the given height. At least
 * `kept` rows remain for the following pages.
 */
function endPage(rows: readonly MeasuredRow[], start: RowPosition, room: number, kept: number): RowPosition {
  let left = room;
  let row = start.row;
  for (let line = start.line; row < rows.length; row += 1, line = 0) {
    const height = measureFrom(rows[row]!, line);
    if (height > left) break;
    left -= height;
  }
  // All rows fit, but the content after them does not. Some rows move with it.
  if (row === rows.length) return { row: keepTogether(start, rows.length - kept, row), line: 0 };
  const line = cutRow(rows[row]!, row === start.row ? start.line : 0, left);
  if (line > 0) return { row, line };
  if (row === start.row) return { row: row + 1, line: 0 };
  return { row: keepTogether(start, rows.length - kept, row), line: 0 };
}

/** Keeps at least the required rows above the totals, if the current page can spare them. */
function keepTogether(start: RowPosition, lastRows: number, row: number): number {
  return Math.max(Math.min(row, lastRows), start.row + 1);
}

/**
 * Returns the number of a row's lines of text up to the end of this page, given the number on
 * earlier pages; 0 when the row is not split.
 */
function cutRow({ lineEnds }: MeasuredRow, before: number, room: number): number {
  if (lineEnds === null) return 0;
  const top = before === 0 ? 0 : lineEnds[before - 1]! - PADDING_PX;
  const fitting = lineEnds.findLastIndex((end) => end - top + PADDING_PX <= room) + 1;
  const line = Math.min(fitting, lineEnds.length - MIN_TEXT_LINES);
  return line - before >= MIN_TEXT_LINES ? line : 0;
}
