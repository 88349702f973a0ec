const DECIMAL = /^([+-]?)(\d{1,12})(?:\.(\d{0,2}))?$/;

/** An amount or rate in hundredths, exact: at most 12 digits before the point. NaN where ASCII digits do not spell one. */
export function readHundredths(literal: string): number {
  const match = DECIMAL.exec(literal);
  if (!match) return Number.NaN;
  const hundredths = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] === '-' ? -hundredths : hundredths;
}

/** As a consulta answers: no plus sign, no zeros at the end, `121.10` is `121.1` and `100.00` is `100`. */
export function normaliseDecimal(literal: string): string {
  const hundredths = readHundredths(literal);
  return Number.isNaN(hundredths) ? literal : String(hundredths / 100);
}
