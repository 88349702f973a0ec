/*
 * Where the pages of a long invoice end. The browser measures the rows once; the breaks are decided here and told to it, because each page
 * needs to know the sum of the lines before it, which no style sheet can add up. Lengths in px.
 */

/** A row of the table of lines; a tall one, which may be cut, tells where each line of its text ends, from the row's top. */
export type MeasuredRow = { readonly height: number; readonly lineEnds: readonly number[] | null };

/** What the browser measured of an invoice. */
export type MeasuredInvoice = {
  /** From the top of the first page to the first row. */
  readonly above: number;
  /** The head of the table, which every page repeats. */
  readonly head: number;
  readonly rows: readonly MeasuredRow[];
  /** What follows the table and stays on one page: taxes, totals and payment; and all of it with a note at the end. */
  readonly closing: number;
  readonly tail: number;
};

/** A page ends before a row, or in it after so many lines of its text. After the last row: only what follows the table is left. */
export type PageBreak = { readonly row: number; readonly line: number | null };

export type PagePlan = {
  readonly breaks: readonly PageBreak[];
  /** All that follows the table stands on one page; else it flows over pages after the payment. */
  readonly keepsTail: boolean;
};

/** Heights of the first page and of those that follow, without their margins. */
export type PageHeights = { readonly first: number; readonly following: number };

/** Of a row that carries a sum over. */
export const SUM_ROW_PX = 26;
/** What rounding may add to a page. */
const SLACK_PX = 6;
/** Lines of the invoice that pages before spare for its totals. */
const MAX_KEPT = 3;
/** Lines of text before and after a cut through a row. */
const MIN_TEXT_LINES = 3;
/** Above and below the text of a row. */
const PADDING_PX = 6;

/** Plans the pages of an invoice. One that fits its first page has no breaks. */
export function planPages(invoice: MeasuredInvoice, heights: PageHeights): PagePlan {
  const { rows, tail, closing } = invoice;
  const following = heights.following - SLACK_PX - invoice.head - SUM_ROW_PX;
  const keepsTail = countKept(rows, following - tail) >= Math.min(2, rows.length);
  const after = keepsTail ? tail : closing;
  const kept = Math.max(1, countKept(rows, following - after));

  const breaks: PageBreak[] = [];
  let room = heights.first - SLACK_PX - (invoice.above % heights.first);
  let start: Place = { row: 0, line: 0 };
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

/** A row of which so many lines of text stand on pages before. */
type Place = { readonly row: number; readonly line: number };

function measureFrom({ height, lineEnds }: MeasuredRow, line: number): number {
  return line === 0 ? height : height - (lineEnds?.[line - 1] ?? 0) + PADDING_PX;
}

function measureRest(rows: readonly MeasuredRow[], { row, line }: Place): number {
  return rows.slice(row).reduce((height, one, index) => height + measureFrom(one, index === 0 ? line : 0), 0);
}

function fitsAnything(rows: readonly MeasuredRow[], room: number): boolean {
  const [row] = rows;
  return row === undefined || row.height + SUM_ROW_PX <= room || cutRow(row, 0, room - SUM_ROW_PX) > 0;
}

/** How many of the last rows stand above the totals at least: as many as there is room for, up to three. */
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

/** Where a page ends that begins at a place and has so much room; the rows that are left go on after it, at least so many. */
function endPage(rows: readonly MeasuredRow[], start: Place, room: number, kept: number): Place {
  let left = room;
  let row = start.row;
  for (let line = start.line; row < rows.length; row += 1, line = 0) {
    const height = measureFrom(rows[row]!, line);
    if (height > left) break;
    left -= height;
  }
  // All rows fit, and what follows them does not: some of them go with it.
  if (row === rows.length) return { row: keepTogether(start, rows.length - kept, row), line: 0 };
  const line = cutRow(rows[row]!, row === start.row ? start.line : 0, left);
  if (line > 0) return { row, line };
  if (row === start.row) return { row: row + 1, line: 0 };
  return { row: keepTogether(start, rows.length - kept, row), line: 0 };
}

/** No page holds a single line above the totals, if this one can spare some. */
function keepTogether(start: Place, lastRows: number, row: number): number {
  return Math.max(Math.min(row, lastRows), start.row + 1);
}

/** How many of a row's lines of text stand on pages up to this one, after so many before; 0 where it is not cut. */
function cutRow({ lineEnds }: MeasuredRow, before: number, room: number): number {
  if (lineEnds === null) return 0;
  const top = before === 0 ? 0 : lineEnds[before - 1]! - PADDING_PX;
  const fitting = lineEnds.findLastIndex((end) => end - top + PADDING_PX <= room) + 1;
  const line = Math.min(fitting, lineEnds.length - MIN_TEXT_LINES);
  return line - before >= MIN_TEXT_LINES ? line : 0;
}
