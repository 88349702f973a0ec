import type { SifRecord } from '../records/record.ts';
import { buildAltaCase, buildAnulacionCase, type AnyCase, type Rule, type Surroundings } from './case.ts';
import { describeCode } from './code-texts.ts';
import { DATE_RULES, IDENTITY_RULES } from './identity-rules.ts';
import { LINE_RULES } from './line-rules.ts';
import { GENERATOR_RULES, HEADER_RULES, RECIPIENT_RULES, THIRD_PARTY_RULES } from './party-rules.ts';
import { REGIME_RULES } from './regime-rules.ts';
import { SURCHARGE_RULES } from './surcharge-rules.ts';
import { LINK_RULES, SYSTEM_RULES } from './system-rules.ts';
import { TYPE_RULES } from './type-rules.ts';
import { VALUE_RULES } from './value-rules.ts';
import { ALTA_WARNINGS, ANULACION_WARNINGS } from './warnings.ts';

export type Objection = { readonly code: number; readonly text: string };
/** The verdict on the content of a record: rejected for an error, accepted with a warning, or neither. */
export type Verdict = { readonly error: Objection | null; readonly warning: Objection | null };

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

/** Judges a record by its content. The state of the invoice at AEAT is checked separately (operation-matrix.ts). */
export function judgeRecord(record: SifRecord, surroundings: Surroundings): Verdict {
  if (record.kind === 'Alta') return judge(buildAltaCase(record, surroundings), ALTA_RULES, ALTA_WARNINGS);
  return judge(buildAnulacionCase(record, surroundings), ANULACION_RULES, ANULACION_WARNINGS);
}

function judge<C extends AnyCase>(
  given: C,
  rules: readonly Rule<C>[],
  warnings: readonly Rule<C>[],
): Verdict {
  const error = findObjection(given, rules);
  return error ? { error, warning: null } : { error: null, warning: findObjection(given, warnings) };
}

function findObjection<C>(given: C, rules: readonly Rule<C>[]): Objection | null {
  const broken = rules.find((rule) => rule.breaks(given));
  if (!broken) return null;
  const text = describeCode(broken.code, broken.detail?.(given));
  return { code: broken.code, text: broken.block ? `${broken.block}. ${text}` : text };
}
