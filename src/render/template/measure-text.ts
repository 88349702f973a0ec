/**
 * Approximate upper bounds of widths in the body size (Inter 11.5 px with tabular figures), in mm.
 */
const FIGURE_MM = 2;
const PERCENT_MM = 3;
const PUNCTUATION_MM = 0.95;
const FIGURE_PX = 11.5;
const LETTER = /\p{L}/u;
/** Factor for the width of text in the size of an amount to pay (12.5 px, bold). */
export const STRESSED = 12.5 / 11.5;

/** Space between a figure and the previous column, in mm. */
const CELL_PADDING_MM = 3;

const MM_PER_PX = 25.4 / 96;

/** Width between the margins, in mm. */
export const PAGE_WIDTH_MM = 180;

/** Returns the width in mm of a formatted number, which a currency or a unit may follow. */
export function measureFigures(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character === '%') width += PERCENT_MM;
    else if (LETTER.test(character)) width += measureWords(character, FIGURE_PX);
    else
      width += character === '.' || character === ',' || character === '\u{a0}' ? PUNCTUATION_MM : FIGURE_MM;
  }
  return width;
}

/**
 * Returns the width of a column in mm: that of its widest formatted number with padding, or the
 * width of its head if that is greater.
 */
export function measureColumn<Row>(
  rows: readonly Row[],
  print: (row: Row) => string,
  minimum: number,
): number {
  const widest = rows.reduce((width, row) => Math.max(width, measureFigures(print(row))), 0);
  return Math.max(minimum, Math.ceil(widest + CELL_PADDING_MM));
}

/**
 * Returns the width of a column whose figures and head are set in 8 px, with unchanged padding.
 * @param minimum width that its head needs in its usual size of 10 px.
 */
export function shrinkColumn(widthMm: number, minimum: number): number {
  const figures = (widthMm - CELL_PADDING_MM) * (8 / 11.5);
  const head = (minimum - CELL_PADDING_MM) * (8 / 10);
  return Math.max(figures, head) + CELL_PADDING_MM;
}

/**
 * Maximum width of a character in Inter bold, as a fraction of the type size. The first matching
 * class applies.
 */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[Iijl.,:;!'|]/, 0.34],
  [/[W@%]/, 1.05],
  [/[Mmw]/, 0.94],
  [/[A-Z&À-ÖØ-Þ]/, 0.79],
  [/[^\u0020-\u052f]/, 1.05],
];
const OTHER_WIDTH = 0.66;

/**
 * Returns the maximum width in mm of a text on one line. It is exact for printable ASCII and an
 * estimate for scripts other than those of the main font.
 */
export function measureWords(text: string, sizePx: number): number {
  let width = 0;
  for (const character of text)
    width += WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? OTHER_WIDTH;
  return width * sizePx * MM_PER_PX;
}
