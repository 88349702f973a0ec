import { readDecimal } from '../input/cells.ts';

/* Amounts are whole numbers of millionths, which are exact up to 9 thousand million. */

export const UNIT = 1_000_000;
export const CENT = UNIT / 100;

/** Reads an amount; an empty text is 0. @returns null if it is none. */
export function readAmount(text: string, decimal: '.' | ','): number | null {
  if (text === '') return 0;
  const digits = readDecimal(text, decimal);
  return digits === null ? null : Math.round(Number(digits) * UNIT);
}

/** Rounds an amount to cents, half away from zero. */
export function toCents(amount: number): number {
  return Math.sign(amount) * Math.round(Math.abs(amount) / CENT) * CENT;
}

/** Writes an amount with at least two and at most six decimals. */
export function writeAmount(amount: number): string {
  const sign = amount < 0 ? '-' : '';
  const digits = String(Math.abs(amount)).padStart(7, '0');
  const decimals = digits.slice(-6).replace(/0{1,4}$/, '');
  return `${sign}${digits.slice(0, -6)}.${decimals}`;
}

export const sumOf = <T>(items: readonly T[], read: (item: T) => number) =>
  items.reduce((sum, item) => sum + read(item), 0);
