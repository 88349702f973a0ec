/** Widths in the body size (Inter 11.5 px with tabular figures), in mm, a little generous. */
const FIGURE_MM = 2;
const PERCENT_MM = 3;
const PUNCTUATION_MM = 0.95;
/** What is set in the size of an amount to pay (12.5 px, bold) is wider by so much. */
export const STRESSED = 12.5 / 11.5;

/** Room between a figure and the column before it, in mm. */
const CELL_PADDING_MM = 3;

const MM_PER_PX = 25.4 / 96;

/** Between the margins. */
export const PAGE_WIDTH_MM = 180;

/** Width of a formatted number in mm. */
export function measureFigures(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character === '%') width += PERCENT_MM;
    else
      width += character === '.' || character === ',' || character === '\u{a0}' ? PUNCTUATION_MM : FIGURE_MM;
  }
  return width;
}

/** Width of a column in mm: the widest of its formatted numbers with padding, and at least what its head needs. */
export function measureColumn<Row>(
  rows: readonly Row[],
  print: (row: Row) => string,
  minimum: number,
): number {
  const widest = rows.reduce((width, row) => Math.max(width, measureFigures(print(row))), 0);
  return Math.max(minimum, Math.ceil(widest + CELL_PADDING_MM));
}

/**
 * The width of a column whose figures are set in 8 px instead, and its head too; its padding stays.
 * @param minimum what its head needs in its usual size of 10 px.
 */
export function shrinkColumn(widthMm: number, minimum: number): number {
  const figures = (widthMm - CELL_PADDING_MM) * (8 / 11.5);
  const head = (minimum - CELL_PADDING_MM) * (8 / 10);
  return Math.max(figures, head) + CELL_PADDING_MM;
}

/** Most that a character takes in Inter's bold, in parts of the type size: the first class that has it. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[Iijl.,:;!'|]/, 0.34],
  [/[W@%]/, 1.05],
  [/[Mmw]/, 0.94],
  [/[A-Z&À-ÖØ-Þ]/, 0.79],
  [/[^\u0020-\u052f]/, 1.05],
];
const OTHER_WIDTH = 0.66;

/** Width in mm of a text on one line, at most: right for printable ASCII, a guess for other scripts than ours. */
export function measureWords(text: string, sizePx: number): number {
  let width = 0;
  for (const character of text)
    width += WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? OTHER_WIDTH;
  return width * sizePx * MM_PER_PX;
}
