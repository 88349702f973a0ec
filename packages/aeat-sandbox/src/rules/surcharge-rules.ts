import { between, has, lineRule } from './line-rules.ts';
import type { AltaCase, Line } from './case.ts';
import type { Rule } from './rule.ts';

/**
 * The rate of the recargo de equivalencia until 2012, for 16 and 18 %, in hundredths of a per cent.
 */
const UNTIL_2012 = 400;
/** All past and current rates of the recargo de equivalencia. */
const SURCHARGES: ReadonlySet<number> = new Set([0, 26, 50, 62, 100, 140, 175, 520, UNTIL_2012]);

/** The recargo that belongs to each rate of IVA. */
export const SURCHARGE_RULES: readonly Rule<AltaCase>[] = [
  lineRule(1281, (line) => line.calificacion !== 'S1' && (has(line.surchargeRate) || has(line.surcharge))),
  lineRule(1284, (line) => has(line.surchargeRate) !== has(line.surcharge)),
  lineRule(1127, (line) => isIva(line) && has(line.surchargeRate) && !SURCHARGES.has(line.surchargeRate)),
  lineRule(
    1135,
    (line, { taxDay }) => isIva(line) && line.surchargeRate === UNTIL_2012 && taxDay > 2012_12_31,
  ),
  lineRule(1162, (line) => goesWith(line, 2100) && ![520, 175].includes(line.surchargeRate)),
  lineRule(1163, (line) => goesWith(line, 1000) && line.surchargeRate !== 140),
  lineRule(1169, (line) => goesWith(line, 750) && line.surchargeRate !== 100),
  lineRule(1160, (line) => goesWith(line, 500) && ![50, 62].includes(line.surchargeRate)),
  lineRule(
    1167,
    (line, { taxDay }) =>
      goesWith(line, 500) && line.surchargeRate === 50 && !between(taxDay, 2022_07_01, 2022_12_31),
  ),
  lineRule(
    1168,
    (line, { taxDay }) =>
      goesWith(line, 500) && line.surchargeRate === 62 && !between(taxDay, 2023_01_01, 2024_09_30),
  ),
  lineRule(1164, (line) => goesWith(line, 400) && line.surchargeRate !== 50),
  lineRule(1166, (line) => goesWith(line, 200) && line.surchargeRate !== 26),
  lineRule(
    1165,
    (line, { taxDay }) =>
      goesWith(line, 0) && between(taxDay, 2023_01_01, 2024_09_30) && line.surchargeRate !== 0,
  ),
  lineRule(
    1170,
    (line, { taxDay }) => goesWith(line, 0) && taxDay >= 2024_10_01 && line.surchargeRate !== 26,
  ),
  lineRule(1277, (line, { taxDay }) => goesWith(line, 0) && taxDay < 2023_01_01 && line.surchargeRate !== 0),
];

function isIva({ impuesto }: Line): boolean {
  return impuesto === '01';
}

function goesWith(line: Line, rate: number): boolean {
  return isIva(line) && line.rate === rate && has(line.surchargeRate);
}
