import { InputFault } from './faults.ts';

/** A whole number of an argument. @throws InputFault */
export function readNumber(
  text: string | undefined,
  name: string,
  from: number,
  to: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= from && value <= to) return value;
  throw new InputFault(`--${name} is a whole number from ${from} to ${to}`);
}
