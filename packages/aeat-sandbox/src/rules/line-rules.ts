import type { AltaCase, Line } from './case.ts';
import type { Rule } from './rule.ts';
import { isFull } from './type-rules.ts';

/** ±10.00 € in cents. */
const TOLERANCE = 1000n;
/**
 * The rates in hundredths of a per cent: the permanent ones, the temporary ones of food and energy,
 * and those until 2012.
 */
const RATES: ReadonlySet<number> = new Set([0, 400, 1000, 2100, 200, 500, 750, 700, 800, 1600, 1800]);
const UNTIL_2012: ReadonlySet<number> = new Set([700, 800, 1600, 1800]);

/** Builds a rule for lines. A record breaks it if one of its lines does. */
export function lineRule(code: number, breaks: (line: Line, given: AltaCase) => boolean): Rule<AltaCase> {
  return { code, breaks: (given) => given.lines.some((line) => breaks(line, given)) };
}

/** Rules for exemption, rate and tax of each line. */
export const LINE_RULES: readonly Rule<AltaCase>[] = [
  lineRule(1182, (line) => line.impuesto !== '03' && (line.exenta === 'E7' || line.exenta === 'E8')),
  lineRule(1124, (line) => isTaxedIva(line) && has(line.rate) && !RATES.has(line.rate)),
  lineRule(1132, (line, { taxDay }) => isTaxedIva(line) && UNTIL_2012.has(line.rate) && taxDay > 2012_12_31),
  lineRule(
    1194,
    (line, { taxDay }) => isTaxedIva(line) && line.rate === 500 && !between(taxDay, 2022_07_01, 2024_09_30),
  ),
  lineRule(
    1236,
    (line, { taxDay }) => isTaxedIva(line) && line.rate === 200 && !between(taxDay, 2024_10_01, 2024_12_31),
  ),
  lineRule(
    1235,
    (line, { taxDay }) => isTaxedIva(line) && line.rate === 750 && !between(taxDay, 2024_10_01, 2024_12_31),
  ),
  lineRule(
    1208,
    (line) => line.calificacion === 'S1' && !has(line.baseAtCost) && !(has(line.rate) && has(line.tax)),
  ),
  lineRule(
    1209,
    (line) => line.calificacion === 'S1' && has(line.baseAtCost) && !(has(line.rate) && has(line.tax)),
  ),
  lineRule(1197, (line, { record }) => line.calificacion === 'S2' && !isFull(record.type)),
  lineRule(1198, (line) => line.calificacion === 'S2' && !(line.rate === 0 && isZero(line.tax))),
  lineRule(1237, (line) => line.impuesto === '01' && isNotSubject(line) && hasAnyTax(line)),
  lineRule(1238, (line) => line.exenta !== null && hasAnyTax(line)),
  lineRule(1207, (line) => line.calificacion !== 'S1' && has(line.tax) && !isZero(line.tax)),
  lineRule(
    1257,
    (line) =>
      has(line.baseAtCost) && line.regimen !== '06' && line.impuesto !== '02' && line.impuesto !== '05',
  ),
  lineRule(
    1143,
    (line, given) => isReckoned(line, given) && !has(line.baseAtCost) && differInSign(line.tax, line.base),
  ),
  lineRule(
    1142,
    (line, given) => isReckoned(line, given) && !has(line.baseAtCost) && isFarOff(line, line.base),
  ),
  lineRule(
    1140,
    (line, given) =>
      isReckoned(line, given) && has(line.baseAtCost) && differInSign(line.tax, line.baseAtCost),
  ),
  lineRule(
    1144,
    (line, given) => isReckoned(line, given) && has(line.baseAtCost) && isFarOff(line, line.baseAtCost),
  ),
];

/** Returns whether a line states an amount or rate; false for NaN. */
export function has(amount: number): boolean {
  return !Number.isNaN(amount);
}

/**
 * Returns whether a day is in a period. Days are numbers such as 20261120; both ends are included.
 */
export function between(day: number, first: number, last: number): boolean {
  return day >= first && day <= last;
}

function isZero(amount: number): boolean {
  return Math.abs(amount) === 0;
}

function isTaxedIva(line: Line): boolean {
  return line.impuesto === '01' && line.calificacion === 'S1';
}

function isNotSubject({ calificacion }: Line): boolean {
  return calificacion === 'N1' || calificacion === 'N2';
}

function hasAnyTax(line: Line): boolean {
  return has(line.rate) || has(line.tax) || has(line.surchargeRate) || has(line.surcharge);
}

/**
 * Returns whether the tax must agree with base and rate. Corrections by differences, of
 * insolvencies and of bad debts may state a tax without its base.
 */
function isReckoned(line: Line, { record }: AltaCase): boolean {
  const isFree = record.rectification === 'I' || record.type === 'R2' || record.type === 'R3';
  return line.calificacion === 'S1' && !isFree && has(line.rate) && has(line.tax);
}

function differInSign(tax: number, base: number): boolean {
  return tax * base < 0;
}

/**
 * Compares exactly with bigint, since hundredths of a cent of a per cent need more than 53 bits.
 */
function isFarOff({ tax, rate }: Line, base: number): boolean {
  const difference = BigInt(tax) * 10_000n - BigInt(base) * BigInt(rate);
  return (difference < 0n ? -difference : difference) > TOLERANCE * 10_000n;
}
