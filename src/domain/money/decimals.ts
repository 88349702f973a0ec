/* Decimals without binary arithmetic: they are read as integers of their smallest unit, rounded as such, and written again. */

/** Digits before the point that AEAT's amounts have room for. */
const MAX_INTEGER_DIGITS = 12;
/** A decimal of this many digits survives the way through a JSON number; a longer one may not. */
const MAX_SIGNIFICANT_DIGITS = 15;
const MAX_EXACT = 1e15;
const MAX_VALUE = 1e12;

/**
 * Reads a JSON number as the decimal that was written, without passing through binary arithmetic.
 * @param decimals how many decimals the number may have (0 to 6).
 * @returns the value counted in units of 10^-decimals, or what is wrong with it (a predicate: `can't have …`).
 */
export function readDecimal(value: number, decimals: number): bigint | string {
  const scale = 10 ** decimals;
  const scaled = Math.round(value * scale);
  // Below 10^15 each scaled integer has a double of its own, and dividing two exact integers rounds to the nearest double: if
  // that is the value, `scaled` is the only decimal of 15 digits or less that a parser would have turned into it.
  if (Math.abs(scaled) < MAX_EXACT && scaled / scale === value && Math.abs(value) < MAX_VALUE)
    return BigInt(scaled);
  return readDigits(value, decimals);
}

function readDigits(value: number, decimals: number): bigint | string {
  if (!Number.isFinite(value)) return 'must be a finite number';
  // The shortest text that parses to the same double: the written literal, if that had 15 digits or less.
  const [integer = '', fraction = ''] = String(Math.abs(value)).split('.');
  if (integer.includes('e') || fraction.includes('e'))
    return Math.abs(value) < 1 ? tooManyDecimals(decimals) : TOO_LARGE;
  if (integer.length > MAX_INTEGER_DIGITS) return TOO_LARGE;
  if (`${integer}${fraction}`.replace(/^0+/, '').length > MAX_SIGNIFICANT_DIGITS)
    return tooManyDigits(value, decimals);
  if (fraction.length > decimals) return tooManyDecimals(decimals);
  const digits = BigInt(integer + fraction.padEnd(decimals, '0'));
  return value < 0 ? -digits : digits;
}

/** Also for literals that no double is large enough for. */
export const TOO_LARGE = `can't have more than ${MAX_INTEGER_DIGITS} digits before the decimal point`;
/**
 * Says that a number has too many digits, and to how many decimals it can be rounded: what binary arithmetic made of 21 may be
 * 21.000000000000004. Also for literals whose surplus digits the parser dropped: the double cannot tell.
 */
export function tooManyDigits(value: number, decimals: number): string {
  if (Math.abs(value) >= MAX_VALUE) return TOO_LARGE;
  const left = MAX_SIGNIFICANT_DIGITS - String(Math.trunc(Math.abs(value))).length;
  return `can't have more than ${MAX_SIGNIFICANT_DIGITS} significant digits: round it to ${Math.min(decimals, left)} decimals`;
}

/** Also for literals that are nothing but 0 to a double, as `1e-400` is. */
export function tooManyDecimals(decimals: number): string {
  return `can't have more than ${decimals} decimals`;
}

/**
 * Writes a scaled integer as a decimal with a point: `formatDecimal(12500n, 4, 2)` is `1.25`.
 * @param decimals the scale of the value.
 * @param kept decimals that stay even when they are zero; further trailing zeros are dropped.
 */
export function formatDecimal(scaled: bigint, decimals: number, kept: number): string {
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point + kept && digits.charCodeAt(end - 1) === 0x30) end -= 1;
  const sign = scaled < 0n ? '-' : '';
  return end === point
    ? sign + digits.slice(0, point)
    : `${sign}${digits.slice(0, point)}.${digits.slice(point, end)}`;
}

/** Writes an amount counted in cents: `12100n` is `121.00`. */
export function formatCents(cents: bigint): string {
  return formatDecimal(cents, 2, 2);
}

/** Reads an amount as it is stored and printed. @param amount a decimal string with two decimals: `-12.50`. @returns cents. */
export function readCents(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

/** Reads a decimal string of our own as an integer: `scaleDecimal('-1.25', 6)` is `-1250000n`. @param decimals at least as many as it has. */
export function scaleDecimal(text: string, decimals: number): bigint {
  const [integer = '', fraction = ''] = text.split('.');
  return BigInt(integer + fraction.padEnd(decimals, '0'));
}

/** Divides and rounds half away from zero: 0.5 → 1, -0.5 → -1. @param divisor positive and even. */
export function roundDivision(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n;
  return dividend < 0n ? -((half - dividend) / divisor) : (dividend + half) / divisor;
}

/**
 * Rounds amounts so that they add up to a sum: each half away from zero, and the cents that are then missing or too many, one each, from or to
 * those that were rounded farthest the other way, the first of equal ones. Amounts with the other sign are shared out alike.
 * @param unit so many of the amounts' units are a cent; even.
 * @param sum in cents: that of the amounts, rounded.
 */
export function shareOut(amounts: readonly bigint[], unit: bigint, sum: bigint): bigint[] {
  const shares = amounts.map((amount) => roundDivision(amount, unit));
  const missing = sum - shares.reduce((total, share) => total + share, 0n);
  if (missing === 0n) return shares;
  const cent = missing < 0n ? -1n : 1n;
  const lost = amounts.map((amount, place) => (amount - shares[place]! * unit) * cent);
  const order = [...amounts.keys()].toSorted((one, other) => Number(lost[other]! - lost[one]!));
  for (const place of order.slice(0, Number(missing * cent))) shares[place]! += cent;
  return shares;
}
