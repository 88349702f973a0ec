import { has, lineRule } from './line-rules.ts';
import type { AltaCase, Line } from './case.ts';
import type { Rule } from './rule.ts';

/** The lists L8A and L8B, and the regimes of IPSI; other taxes have no regimes. */
const REGIMES: Readonly<Record<string, ReadonlySet<string>>> = {
  '01': new Set('01 02 03 04 05 06 07 08 09 10 11 14 15 17 18 19 20'.split(' ')),
  '02': new Set('01 08 11 18 19 20'.split(' ')),
  '03': new Set('01 02 03 04 05 06 07 08 09 10 11 14 15 17 18 19 20 21'.split(' ')),
};
/** Before this day IPSI without a regime is accepted with errors (2009). */
const FIRST_DAY_OF_IPSI_REGIMES = 2027_01_01;
const PUBLIC_BODY = /^[PQSV]/;

/** Rules for each ClaveRegimen. */
export const REGIME_RULES: readonly Rule<AltaCase>[] = [
  lineRule(1245, (line, { today }) => line.regimen === null && demandsRegime(line, today)),
  lineRule(1260, ({ impuesto, regimen }) => impuesto === '05' && regimen !== null),
  lineRule(1246, ({ impuesto, regimen }) => regimen !== null && REGIMES[impuesto]?.has(regimen) === false),
  lineRule(1199, (line) => under(line, '01') && isOneOf(line.exenta, 'E2', 'E3')),
  lineRule(1286, (line) => under(line, '02') && line.exenta === null),
  lineRule(1200, (line) => under(line, '03') && line.exenta === null && line.calificacion !== 'S1'),
  lineRule(1201, (line) => under(line, '04') && line.exenta === null && line.calificacion !== 'S2'),
  lineRule(
    1202,
    (line, { record }) =>
      under(line, '06') && (isOneOf(record.type, 'F2', 'F3', 'R5') || !has(line.baseAtCost)),
  ),
  lineRule(
    1203,
    (line) =>
      under(line, '07') &&
      (isOneOf(line.calificacion, 'S2', 'N1', 'N2') || isOneOf(line.exenta, 'E2', 'E3', 'E4', 'E5')),
  ),
  lineRule(1252, (line) => under(line, '08') && line.calificacion !== 'N2'),
  lineRule(
    1205,
    (line, { record }) =>
      under(line, '10') &&
      (line.calificacion !== 'N1' ||
        record.type !== 'F1' ||
        !(record.recipients ?? []).every(({ nif }) => nif !== null)),
  ),
  lineRule(1206, (line) => line.impuesto === '01' && line.regimen === '11' && line.rate !== 2100),
  lineRule(
    1147,
    (line, { operationDay, issueDay }) =>
      under(line, '14') && (operationDay === null || operationDay <= issueDay),
  ),
  lineRule(
    1148,
    (line, { record }) => under(line, '14') && !isOneOf(record.type, 'F1', 'R1', 'R2', 'R3', 'R4'),
  ),
  lineRule(
    1149,
    (line, { record, census }) =>
      under(line, '14') &&
      !(record.recipients ?? []).every(
        ({ nif }) => nif !== null && PUBLIC_BODY.test(nif) && census.knows(nif),
      ),
  ),
  lineRule(1293, (line) => line.impuesto === '03' && line.regimen === '20' && line.calificacion !== 'N2'),
  lineRule(
    1289,
    (line, { record }) =>
      line.impuesto === '01' &&
      line.exenta === 'E5' &&
      (record.recipients ?? []).some(({ other }) => other === null),
  ),
];

/**
 * Returns whether a line is under a regime. The rules of individual regimes apply only to IVA and
 * IGIC.
 */
function under({ impuesto, regimen }: Line, wanted: string): boolean {
  return regimen === wanted && (impuesto === '01' || impuesto === '03');
}

function demandsRegime({ impuesto }: Line, today: number): boolean {
  return impuesto === '01' || impuesto === '03' || (impuesto === '02' && today >= FIRST_DAY_OF_IPSI_REGIMES);
}

function isOneOf(value: string | null, ...list: readonly string[]): boolean {
  return value !== null && list.includes(value);
}
