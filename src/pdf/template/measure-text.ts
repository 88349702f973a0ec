/** Widths in the body size (Inter 11.5 px with tabular figures), in mm, a little generous. */
const FIGURE_MM = 2;
const PERCENT_MM = 3;
const PUNCTUATION_MM = 0.95;

/** Room between a figure and the column before it, in mm. */
const CELL_PADDING_MM = 3;

/** Width of a formatted number in mm. */
function measureFigures(text: string): number {
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

/** The width of a column whose figures are set in 8 px instead; its padding stays. */
export function shrinkColumn(widthMm: number): number {
  return (widthMm - CELL_PADDING_MM) * (8 / 11.5) + CELL_PADDING_MM;
}
