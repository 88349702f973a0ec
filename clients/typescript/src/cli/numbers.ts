import { InputFault } from './faults.ts';

/** Reads a whole number from an argument. @throws InputFault if it is none or out of range. */
export function readNumber(
  text: string | undefined,
  name: string,
  from: number,
  to: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= from && value <= to) return value;
  throw new InputFault(`--${name} must be a whole number from ${from} to ${to}`);
}
