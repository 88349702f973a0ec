import type { SifRecord } from '../records/record.ts';
import { buildAltaCase, buildAnulacionCase, type Surroundings } from './case.ts';
import { describeCode } from './code-texts.ts';
import { DATE_RULES, IDENTITY_RULES } from './identity-rules.ts';
import { LINE_RULES } from './line-rules.ts';
import { GENERATOR_RULES, HEADER_RULES, RECIPIENT_RULES, THIRD_PARTY_RULES } from './party-rules.ts';
import { REGIME_RULES } from './regime-rules.ts';
import { judgeBy, type Verdict } from './rule.ts';
import { SURCHARGE_RULES } from './surcharge-rules.ts';
import { LINK_RULES, SYSTEM_RULES } from './system-rules.ts';
import { TYPE_RULES } from './type-rules.ts';
import { VALUE_RULES } from './value-rules.ts';
import { ALTA_WARNINGS, ANULACION_WARNINGS } from './warnings.ts';

/** The rules in the assumed order of AEAT. The first broken rule determines the answer. */
export const ALTA_RULES = [
  ...VALUE_RULES,
  ...HEADER_RULES,
  ...IDENTITY_RULES,
  ...DATE_RULES,
  ...TYPE_RULES,
  ...RECIPIENT_RULES,
  ...THIRD_PARTY_RULES,
  ...REGIME_RULES,
  ...LINE_RULES,
  ...SURCHARGE_RULES,
  ...LINK_RULES,
  ...SYSTEM_RULES,
];
export const ANULACION_RULES = [
  ...HEADER_RULES,
  ...IDENTITY_RULES,
  ...GENERATOR_RULES,
  ...LINK_RULES,
  ...SYSTEM_RULES,
];

const ALTA = { errors: ALTA_RULES, warnings: ALTA_WARNINGS };
const ANULACION = { errors: ANULACION_RULES, warnings: ANULACION_WARNINGS };

/**
 * Judges a record by its content. The state of the invoice at AEAT is checked separately
 * (operation-matrix.ts).
 */
export function judgeRecord(record: SifRecord, surroundings: Surroundings): Verdict {
  return record.kind === 'Alta'
    ? judgeBy(buildAltaCase(record, surroundings), ALTA, describeCode)
    : judgeBy(buildAnulacionCase(record, surroundings), ANULACION, describeCode);
}
