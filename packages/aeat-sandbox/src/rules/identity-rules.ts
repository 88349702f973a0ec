import { addYears } from '../records/calendar.ts';
import { hasForbiddenCharacter, hasForeignCharacter } from './characters.ts';
import type { AltaCase, AnyCase } from './case.ts';
import type { Rule } from './rule.ts';

/** The first valid day of issue, on which Orden HAC/1177/2024 began to apply. */
const FIRST_ISSUE_DAY = 2024_10_28;

/**
 * Rules for issuer, invoice and time of the record, for both kinds of record.
 */
export const IDENTITY_RULES: readonly Rule<AnyCase>[] = [
  { code: 1108, breaks: ({ record, obligado }) => record.id.nif !== obligado.nif },
  { code: 1130, breaks: ({ record }) => hasForeignCharacter(record.id.number) },
  {
    code: 1287,
    breaks: ({ record }) => hasForbiddenCharacter(record.id.number),
    detail: () => 'NumSerieFactura',
  },
  { code: 1105, breaks: ({ issueDay }) => issueDay === 0 },
  { code: 1112, breaks: ({ issueDay, today }) => issueDay > today },
  { code: 1133, breaks: ({ issueDay, today }) => issueDay < addYears(today, -20) },
  { code: 1244, breaks: ({ generatedAt }) => Number.isNaN(generatedAt) },
];

/** Rules for the dates of an alta. */
export const DATE_RULES: readonly Rule<AltaCase>[] = [
  { code: 1152, breaks: ({ issueDay }) => issueDay < FIRST_ISSUE_DAY },
  { code: 1145, breaks: ({ operationDay }) => operationDay === 0 },
  operationRule(1134, (operationDay, { today }) => operationDay < addYears(today, -20)),
  operationRule(1125, (operationDay, { today }) => yearOf(operationDay) > yearOf(today) + 1),
  operationRule(1173, (operationDay, given) => operationDay > given.today && !mayLieAhead(given)),
  operationRule(1146, (operationDay, given) => operationDay > given.issueDay && !mayLieAhead(given)),
];

/**
 * Builds a rule for FechaOperacion. A record without one, or with one that is no date (1145), does
 * not break it.
 */
function operationRule(
  code: number,
  breaks: (operationDay: number, given: AltaCase) => boolean,
): Rule<AltaCase> {
  return {
    code,
    breaks: (given) =>
      given.operationDay !== null && given.operationDay > 0 && breaks(given.operationDay, given),
  };
}

function yearOf(day: number): number {
  return Math.floor(day / 10_000);
}

/**
 * Returns whether the operation may be after the day of issue: for works for public bodies and
 * continuous supplies, whose tax falls due later. Every line must be of that kind.
 */
function mayLieAhead({ lines }: AltaCase): boolean {
  return lines.every(
    ({ regimen, impuesto }) =>
      (regimen === '14' || regimen === '15') && (impuesto === '01' || impuesto === '03'),
  );
}
