import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/*
 * Exact decimal arithmetic: decimals are parsed into integers of their smallest unit, rounded as
 * integers, and formatted again.
 */

/** Maximum number of digits before the decimal point in AEAT's amounts. */
const MAX_INTEGER_DIGITS = 12;
/** A double represents every decimal with up to this many significant digits unambiguously. */
const MAX_SIGNIFICANT_DIGITS = 15;
const MAX_EXACT = 1e15;
const MAX_VALUE = 1e12;

/**
 * Converts a JSON number to the decimal that was written in the request.
 * @param decimals maximum number of decimals of the number (0 to 6).
 * @returns the value in units of 10^-decimals, or a predicate that describes the error
 *   (`can't have …`).
 */
export function readDecimal(value: number, decimals: number): bigint | Text {
  const scale = 10 ** decimals;
  const scaled = Math.round(value * scale);
  // Below 10^15 every scaled integer has its own double, and the division of two exact integers
  // rounds to the nearest double. If the result is the value, `scaled` is the only decimal of at
  // most 15 digits that a parser converts to it.
  if (Math.abs(scaled) < MAX_EXACT && scaled / scale === value && Math.abs(value) < MAX_VALUE)
    return BigInt(scaled);
  return readDigits(value, decimals);
}

function readDigits(value: number, decimals: number): bigint | Text {
  if (!Number.isFinite(value)) return formatMessage('not_finite');
  // String() returns the shortest text that parses to the same double. It is the written literal if
  // that had at most 15 digits.
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

/**
 * Converts a decimal that was sent as a string. Unlike a JSON number it may have as many digits as
 * the limits allow.
 * @param text digits with an optional sign and an optional fraction.
 * @returns the value in units of 10^-decimals, or a predicate that describes the error.
 */
export function readDecimalText(text: string, decimals: number): bigint | Text {
  const [integer = '', fraction = ''] = text.replace('-', '').split('.');
  if (integer.replace(/^0+/, '').length > MAX_INTEGER_DIGITS) return TOO_LARGE;
  let kept = fraction.length;
  while (kept > 0 && fraction.charCodeAt(kept - 1) === 0x30) kept -= 1;
  const digits = fraction.slice(0, kept);
  if (digits.length > decimals) return tooManyDecimals(decimals);
  const scaled = BigInt(integer + digits.padEnd(decimals, '0'));
  return text.startsWith('-') ? -scaled : scaled;
}

/**
 * The error of a number that is too large. It also applies to literals that exceed the range of a
 * double.
 */
export const TOO_LARGE = formatMessage('digits_before_point', { most: MAX_INTEGER_DIGITS });
/**
 * Builds the error of a number with too many digits, such as 21.000000000000004 from a client's
 * binary arithmetic. The message contains the number of decimals to round to. It also applies to
 * literals whose excess digits the parser dropped.
 */
export function tooManyDigits(value: number, decimals: number): Text {
  if (Math.abs(value) >= MAX_VALUE) return TOO_LARGE;
  const left = MAX_SIGNIFICANT_DIGITS - String(Math.trunc(Math.abs(value))).length;
  return formatMessage('significant_digits', {
    most: MAX_SIGNIFICANT_DIGITS,
    decimals: Math.min(decimals, left),
  });
}

/**
 * Builds the error of a number with too many decimals. It also applies to literals that a double
 * represents as 0, such as `1e-400`.
 */
export function tooManyDecimals(decimals: number): Text {
  return formatMessage('many_decimals', { most: decimals });
}

/**
 * Formats a scaled integer as a decimal with a point: `formatDecimal(12500n, 4, 2)` returns `1.25`.
 * @param decimals scale of the value.
 * @param kept minimum number of decimals; further trailing zeros are removed.
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

/** Formats an amount in cents: `12100n` becomes `121.00`. */
export function formatCents(cents: bigint): string {
  return formatDecimal(cents, 2, 2);
}

/**
 * Parses a stored amount.
 * @param amount a decimal string with two decimals: `-12.50`.
 * @returns the amount in cents.
 */
export function readCents(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

/**
 * Parses a stored decimal string: `scaleDecimal('-1.25', 6)` returns `-1250000n`.
 * @param decimals scale of the result, at least the number of decimals of the text.
 */
export function scaleDecimal(text: string, decimals: number): bigint {
  const [integer = '', fraction = ''] = text.split('.');
  return BigInt(integer + fraction.padEnd(decimals, '0'));
}

/**
 * Divides and rounds half away from zero: 0.5 → 1, -0.5 → -1.
 * @param divisor must be positive and even.
 */
export function roundDivision(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n;
  return dividend < 0n ? -((half - dividend) / divisor) : (dividend + half) / divisor;
}

/**
 * Rounds amounts so that they add up to a sum. Rounds each amount half away from zero, then adds or
 * subtracts the missing or excess cents, one per amount. The amounts that were rounded farthest in
 * the opposite direction change first; among equal ones, the first.
 * @param unit number of the amounts' units in a cent; must be even.
 * @param sum sum of the amounts, rounded to cents.
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

/** Returns the amount with the opposite sign. Zero has no sign. */
export function negateDecimal(value: string): string {
  if (value.startsWith('-')) return value.slice(1);
  return /[1-9]/.test(value) ? `-${value}` : value;
}
