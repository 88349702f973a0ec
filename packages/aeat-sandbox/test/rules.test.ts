import { describe, expect, it } from 'vitest';
import type { Alta } from '../src/records/record.ts';
import { buildAltaCase, buildAnulacionCase, type AnyCase } from '../src/rules/case.ts';
import type { Rule } from '../src/rules/rule.ts';
import { ALTA_RULES, ANULACION_RULES, judgeRecord } from '../src/rules/judge-record.ts';
import { ALTA_WARNINGS, ANULACION_WARNINGS } from '../src/rules/warnings.ts';
import { codesOf } from './support/codes.ts';
import { altaOf, anulacionOf, surroundingsOf } from './support/records.ts';
import type { Case } from './support/rule-cases/case.ts';
import { ANULACION_IDENTITY_CASES, IDENTITY_CASES } from './support/rule-cases/identity-cases.ts';
import { LINE_CASES } from './support/rule-cases/line-cases.ts';
import { GENERATOR_CASES, RECIPIENT_CASES, THIRD_PARTY_CASES } from './support/rule-cases/party-cases.ts';
import { REGIME_CASES } from './support/rule-cases/regime-cases.ts';
import { SURCHARGE_CASES } from './support/rule-cases/surcharge-cases.ts';
import { SYSTEM_CASES, VALUE_CASES } from './support/rule-cases/system-cases.ts';
import { TYPE_CASES } from './support/rule-cases/type-cases.ts';
import { OLD, WARNING_CASES } from './support/rule-cases/warning-cases.ts';
import { HUELLA, withPrevious } from './support/rule-cases/case.ts';

const ALTA_CASES = [
  ...VALUE_CASES,
  ...IDENTITY_CASES,
  ...TYPE_CASES,
  ...RECIPIENT_CASES,
  ...THIRD_PARTY_CASES,
  ...REGIME_CASES,
  ...LINE_CASES,
  ...SURCHARGE_CASES,
  ...SYSTEM_CASES,
];
const ANULACION_CASES = [...ANULACION_IDENTITY_CASES, ...GENERATOR_CASES];

/** Lists the codes of all rules that a record breaks, in ascending order. */
function findBroken<C extends AnyCase>(given: C, rules: readonly Rule<C>[]): number[] {
  return codesOf(rules.filter((rule) => rule.breaks(given)));
}
function listCases<R>(cases: readonly Case<R>[]) {
  return cases.map(
    ([code, broken, accepted, { given = {}, acceptedGiven = {}, also = [], warning } = {}]) => ({
      code,
      broken,
      accepted,
      given: surroundingsOf(given),
      acceptedGiven: surroundingsOf({ ...given, ...acceptedGiven }),
      all: [code, ...also].toSorted((one, other) => one - other),
      warning: warning ?? null,
    }),
  );
}

describe('the rules of the stand-in', () => {
  it.each(listCases(ALTA_CASES))(
    'reject an alta with $code and accept the nearest one (case $#)',
    (entry) => {
      const record = altaOf(entry.broken);
      expect(judgeRecord(record, entry.given).error?.code).toBe(entry.code);
      expect(findBroken(buildAltaCase(record, entry.given), ALTA_RULES)).toEqual(entry.all);
      const { error, warning } = judgeRecord(altaOf(entry.accepted), entry.acceptedGiven);
      expect([error, warning?.code ?? null]).toEqual([null, entry.warning]);
    },
  );

  it.each(listCases(ANULACION_CASES))(
    'reject an anulación with $code and accept the nearest one (case $#)',
    (entry) => {
      const record = anulacionOf(entry.broken);
      expect(judgeRecord(record, entry.given).error?.code).toBe(entry.code);
      expect(findBroken(buildAnulacionCase(record, entry.given), ANULACION_RULES)).toEqual(entry.all);
      const accepted = anulacionOf(entry.accepted);
      expect(judgeRecord(accepted, entry.acceptedGiven)).toEqual({ error: null, warning: null });
    },
  );

  it.each(listCases(WARNING_CASES))(
    'accept an alta with the error $code and the nearest one without (case $#)',
    (entry) => {
      const record = altaOf(entry.broken);
      expect(judgeRecord(record, entry.given)).toMatchObject({ error: null, warning: { code: entry.code } });
      expect(findBroken(buildAltaCase(record, entry.given), ALTA_WARNINGS)).toEqual(entry.all);
      expect(judgeRecord(altaOf(entry.accepted), entry.acceptedGiven)).toEqual({
        error: null,
        warning: null,
      });
    },
  );

  it('accept a record with its own huella as the previous one with the error 2008', () => {
    const warnings = ALTA_WARNINGS.filter(({ code }) => code === 2008);
    const given = { record: { ...altaOf(), ...withPrevious({}, HUELLA), huella: HUELLA } };
    expect(warnings.map((rule) => rule.breaks(given as never))).toEqual([true]);
  });

  it.each<[string, Partial<Alta>, number]>([
    ['those that need no correction last', { generatedAt: OLD, total: '900' }, 2005],
    ['the total before its tax', { taxTotal: '900', total: '900' }, 2005],
    ['the huella before a first record', { previous: null, huella: HUELLA }, 2000],
  ])('report one of two errors: %s', (_which, changes, code) => {
    expect(judgeRecord(altaOf(changes), surroundingsOf()).warning?.code).toBe(code);
  });

  it('each have a case in which they are broken', () => {
    const cases = [...ALTA_CASES, ...ANULACION_CASES].map(([code]) => ({ code }));
    expect(codesOf(cases)).toEqual(codesOf([...ALTA_RULES, ...ANULACION_RULES]));
    const warnings = [...WARNING_CASES.map(([code]) => ({ code })), { code: 2008 }];
    expect(codesOf(warnings)).toEqual(codesOf([...ALTA_WARNINGS, ...ANULACION_WARNINGS]));
  });
});
