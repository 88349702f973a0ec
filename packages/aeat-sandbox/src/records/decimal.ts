const DECIMAL = /^([+-]?)(\d{1,12})(?:\.(\d{0,2}))?$/;

/**
 * Returns an amount or rate exactly in hundredths, with at most 12 digits before the point. Returns
 * NaN if the text is not a decimal number in ASCII digits.
 */
export function readHundredths(literal: string): number {
  const match = DECIMAL.exec(literal);
  if (!match) return Number.NaN;
  const hundredths = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] === '-' ? -hundredths : hundredths;
}

/**
 * Formats a decimal as in the answer to a consulta: without a plus sign and trailing zeros, `121.1`
 * for `121.10` and `100` for `100.00`.
 */
export function normaliseDecimal(literal: string): string {
  const hundredths = readHundredths(literal);
  return Number.isNaN(hundredths) ? literal : String(hundredths / 100);
}
