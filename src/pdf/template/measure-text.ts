/** Width of one figure of the body text (Inter, tabular figures, 8.5 pt), in mm. */
const FIGURE_MM = 1.9;
const PUNCTUATION_MM = 0.9;

/** Width in mm of a formatted number in the body size, a little generous. */
export function measureFigures(text: string): number {
  const punctuation = text.match(/[.,\u{a0}-]/gu)?.length ?? 0;
  return (text.length - punctuation) * FIGURE_MM + punctuation * PUNCTUATION_MM;
}
